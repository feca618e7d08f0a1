// manifest.xml: the manifest that every Excel reads. Written by scripts/generate.ts; its elements stand in the order of
// Microsoft's schema. The overrides give Excel the texts and the function metadata of its own display language.
import { languages, translated } from '../languages.mjs';
import { addin } from './addin';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const indented = (spaces: number, lines: readonly string[]) =>
  lines
    .join('\n')
    .split('\n')
    .map((line) => ' '.repeat(spaces) + line)
    .join('\n');

/** An element with a value for everybody else, and one for each display language that has its own. */
function overridden(
  element: string,
  start: string,
  value: string,
  own: (language: (typeof languages)[number]) => string,
): string {
  const override = element.startsWith('bt:') ? 'bt:Override' : 'Override';
  const others = languages
    .flatMap((language) => language.officeLocales.map((locale) => ({ locale, text: own(language) })))
    .filter(({ text }) => text !== addin.name)
    .map(({ locale, text }) => `<${override} Locale="${locale}" Value="${escaped(text)}"/>`);
  const opening = `<${start} DefaultValue="${escaped(value)}"`;
  return others.length === 0 ? `${opening}/>` : `${opening}>\n${indented(2, others)}\n</${element}>`;
}

const text = (element: string, start: string, english: string) =>
  overridden(element, start, english, (language) => translated(language, 'manifest', english));

const string = (id: string, english: string) => text('bt:String', `bt:String id="${id}"`, english);
const url = (id: string, value: string) => `<bt:Url id="${id}" DefaultValue="${value}"/>`;

/** The name of an icon among the resources. */
const iconName = (icon: string) => icon.charAt(0).toUpperCase() + icon.slice(1);

const icons = (icon: string) => `<Icon>
${indented(
  2,
  addin.iconSizes.map((size) => `<bt:Image size="${size}" resid="${iconName(icon)}.${size}"/>`),
)}
</Icon>`;

const action = ({ functionName }: (typeof addin.buttons)[number]) =>
  functionName === undefined
    ? `<Action xsi:type="ShowTaskpane">
  <TaskpaneId>Spillway.Pane</TaskpaneId>
  <SourceLocation resid="Taskpane.Url"/>
</Action>`
    : `<Action xsi:type="ExecuteFunction">
  <FunctionName>${functionName}</FunctionName>
</Action>`;

const controls = addin.buttons.map(
  (button) => `<Control xsi:type="Button" id="Spillway.${button.id}">
  <Label resid="${button.id}.Label"/>
  <Supertip>
    <Title resid="${button.id}.Label"/>
    <Description resid="${button.id}.Tip"/>
  </Supertip>
${indented(2, [icons(button.icon), action(button)])}
</Control>`,
);

const images = addin.buttons.flatMap(({ icon }) =>
  addin.iconSizes.map(
    (size) => `<bt:Image id="${iconName(icon)}.${size}" DefaultValue="${addin.iconUrl(icon, size)}"/>`,
  ),
);

export const xmlManifest = () => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!--
  Written by scripts/generate.ts from scripts/manifest and src/languages. Do not edit.
  Spillway for Excel: shared runtime, so functions, ribbon commands and pane are one page with one request engine.
  It has no <Namespace>: the functions are called by their own names (=STAYS.SEARCH), which contain the dot.
  The build and the gateway set the address to SPILLWAY_PUBLIC_URL, derive the ID from it, add a namespace if
  SPILLWAY_NAMESPACE is set, and add the registration for Microsoft sign-in if SPILLWAY_ENTRA_CLIENT_ID is set.
-->
<OfficeApp
  xmlns="http://schemas.microsoft.com/office/appforoffice/1.1"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0"
  xmlns:ov="http://schemas.microsoft.com/office/taskpaneappversionoverrides"
  xsi:type="TaskPaneApp">
  <Id>${addin.id}</Id>
  <Version>${addin.version}.0</Version>
  <ProviderName>${addin.name}</ProviderName>
  <DefaultLocale>${addin.locale}</DefaultLocale>
  <DisplayName DefaultValue="${addin.name}"/>
${indented(2, [text('Description', 'Description', addin.description)])}
  <IconUrl DefaultValue="${addin.iconUrl('icon', 32)}"/>
  <HighResolutionIconUrl DefaultValue="${addin.iconUrl('icon', 64)}"/>
${indented(2, [overridden('SupportUrl', 'SupportUrl', addin.support(), ({ help }) => addin.support(help))])}
  <Hosts>
    <Host Name="Workbook"/>
  </Hosts>
  <Requirements>
    <Sets DefaultMinVersion="1.1">
${indented(
  6,
  Object.entries(addin.requirements).map(
    ([name, version]) => `<Set Name="${name}" MinVersion="${version}"/>`,
  ),
)}
    </Sets>
  </Requirements>
  <DefaultSettings>
    <SourceLocation DefaultValue="${addin.page}"/>
  </DefaultSettings>
  <Permissions>ReadWriteDocument</Permissions>
  <VersionOverrides xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides" xsi:type="VersionOverridesV1_0">
    <Hosts>
      <Host xsi:type="Workbook">
        <Runtimes>
          <Runtime resid="Taskpane.Url" lifetime="long"/>
        </Runtimes>
        <AllFormFactors>
          <ExtensionPoint xsi:type="CustomFunctions">
            <Script>
              <SourceLocation resid="Functions.Script.Url"/>
            </Script>
            <Page>
              <SourceLocation resid="Taskpane.Url"/>
            </Page>
            <Metadata>
              <SourceLocation resid="Functions.Metadata.Url"/>
            </Metadata>
          </ExtensionPoint>
        </AllFormFactors>
        <DesktopFormFactor>
          <GetStarted>
            <Title resid="GetStarted.Title"/>
            <Description resid="GetStarted.Description"/>
            <LearnMoreUrl resid="Help.Url"/>
          </GetStarted>
          <FunctionFile resid="Taskpane.Url"/>
          <ExtensionPoint xsi:type="PrimaryCommandSurface">
            <OfficeTab id="TabHome">
              <Group id="Spillway.Group">
                <Label resid="Group.Label"/>
${indented(16, [icons('icon'), ...controls])}
              </Group>
            </OfficeTab>
          </ExtensionPoint>
        </DesktopFormFactor>
      </Host>
    </Hosts>
    <Resources>
      <bt:Images>
${indented(8, images)}
      </bt:Images>
      <bt:Urls>
${indented(8, [
  url('Taskpane.Url', addin.page),
  url('Functions.Script.Url', addin.script),
  overridden('bt:Url', 'bt:Url id="Functions.Metadata.Url"', addin.metadata(), ({ tag }) =>
    addin.metadata(tag),
  ),
  overridden('bt:Url', 'bt:Url id="Help.Url"', addin.help(), ({ help }) => addin.help(help)),
])}
      </bt:Urls>
      <bt:ShortStrings>
${indented(8, [
  string('Group.Label', addin.name),
  string('GetStarted.Title', addin.welcome.title),
  ...addin.buttons.map(({ id, label }) => string(`${id}.Label`, label)),
])}
      </bt:ShortStrings>
      <bt:LongStrings>
${indented(8, [
  string('GetStarted.Description', addin.welcome.text),
  ...addin.buttons.map(({ id, tip }) => string(`${id}.Tip`, tip)),
])}
      </bt:LongStrings>
    </Resources>
  </VersionOverrides>
</OfficeApp>
`;
