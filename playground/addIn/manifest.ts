// The add-in's manifest as Excel reads it: the addresses of the pane and of the function metadata, and the ribbon buttons.
// Everything the playground opens comes from these addresses.
export interface RibbonButton {
  readonly id: string;
  readonly label: string;
  readonly tip: string;
  readonly icon: string;
  /** The command's function; without one the button opens the pane. */
  readonly functionName?: string;
}

export interface Manifest {
  readonly name: string;
  readonly paneAddress: string;
  readonly functionsAddress: string;
  readonly buttons: readonly RibbonButton[];
}

/** `language`: the display language of this Excel, as `ru-RU`. */
export async function fetchManifest(address: string, language: string): Promise<Manifest> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned status ${response.status}.`);
  return parseManifest(await response.text(), address, language);
}

/** The manifest names the public address of the build; this page runs the same files from where it found the manifest. */
function parseManifest(xml: string, address: string, language: string): Manifest {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  if (document.querySelector('parsererror')) throw new Error('manifest.xml is not well-formed.');
  const resources = resourceTable(document, language);
  const resource = (element: Element | undefined) =>
    resources.get(element?.getAttribute('resid') ?? '') ?? '';
  const metadata = childOf(firstOf(document, 'Metadata'), 'SourceLocation');
  const pane =
    firstOf(document, 'SourceLocation')?.getAttribute('DefaultValue') ||
    resource(firstOf(document, 'Runtime'));
  // The page is at the top of the folder that was published.
  const published = new URL('.', pane).href;
  const here = (file: string) =>
    new URL(file.startsWith(published) ? file.slice(published.length) : file, address).href;
  return {
    name: firstOf(document, 'DisplayName')?.getAttribute('DefaultValue') ?? 'Add-in',
    paneAddress: here(pane),
    functionsAddress: here(resource(metadata) || 'functions.json'),
    buttons: allOf(document, 'Control')
      .filter((control) => control.getAttribute('xsi:type') === 'Button')
      .map((control) => buttonOf(control, resource, here)),
  };
}

function buttonOf(
  control: Element,
  resource: (element: Element | undefined) => string,
  here: (address: string) => string,
): RibbonButton {
  const icon = resource(allOf(control, 'Image').find((image) => image.getAttribute('size') === '32'));
  const functionName = firstOf(control, 'FunctionName')?.textContent?.trim();
  return {
    id: control.getAttribute('id') ?? '',
    label: resource(childOf(control, 'Label')),
    tip: resource(firstOf(control, 'Description')) || resource(childOf(control, 'Label')),
    icon: icon === '' ? '' : here(icon),
    ...(functionName ? { functionName } : {}),
  };
}

/** A resource has a value for everybody, and may have others for single display languages, compared as whole tags. */
function resourceTable(document: Document, language: string): Map<string, string> {
  const resources = firstOf(document, 'Resources');
  const entries = resources ? [...resources.getElementsByTagName('*')] : [];
  return new Map(
    entries
      .filter((entry) => entry.hasAttribute('id'))
      .map((entry) => {
        const own = allOf(entry, 'Override').find(
          (override) => override.getAttribute('Locale')?.toLowerCase() === language.toLowerCase(),
        );
        const value = own?.getAttribute('Value') ?? entry.getAttribute('DefaultValue') ?? '';
        return [entry.getAttribute('id') ?? '', value];
      }),
  );
}

/** Prefixes differ from manifest to manifest (bt:, none), so elements are found by their local name. */
function allOf(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter((element) => element.localName === name);
}

function firstOf(parent: Document | Element | undefined, name: string): Element | undefined {
  return parent ? allOf(parent, name)[0] : undefined;
}

function childOf(parent: Element | undefined, name: string): Element | undefined {
  return parent ? [...parent.children].find((child) => child.localName === name) : undefined;
}
