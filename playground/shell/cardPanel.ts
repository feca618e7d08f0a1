// A card as Excel shows it: title, picture, sections of fields, the source. Everything in it is text from outside and is set as text.
import { numfmt } from '@univerjs/core';
import { webImage } from './webImage';
import type { CellData } from '../grid/grid';

interface Section {
  readonly title?: string;
  readonly collapsible?: boolean;
  readonly collapsed?: boolean;
  readonly properties: readonly string[];
}

interface CardParts {
  readonly properties?: Readonly<Record<string, CellData>>;
  readonly layouts?: {
    readonly card?: {
      readonly title?: { readonly property: string };
      readonly mainImage?: { readonly property: string };
      readonly sections?: readonly Section[];
    };
  };
  readonly provider?: { readonly description?: string };
}

const width = 300;
const gap = 4;

export class CardPanel {
  private panel: HTMLElement | undefined;
  private shown: CellData | undefined;

  constructor(
    private readonly layer: HTMLElement,
    private readonly focusGrid: () => void,
  ) {}

  get data(): CellData | undefined {
    return this.shown;
  }

  get elements(): readonly HTMLElement[] {
    return this.panel ? [this.panel] : [];
  }

  open(data: CellData, place: DOMRect): void {
    this.panel?.remove();
    this.shown = data;
    this.panel = panelOf(data, () => this.dismiss());
    this.layer.append(this.panel);
    const { clientWidth, clientHeight } = this.layer;
    const { style } = this.panel;
    // Beside the cell, where it hides no other value of its column; below it if there is no room.
    const beside = place.right + gap;
    const fits = beside + width <= clientWidth;
    const top = fits ? place.top : place.bottom + gap;
    style.left = `${fits ? beside : Math.max(0, clientWidth - width - gap)}px`;
    style.top = `${Math.max(0, Math.min(top, clientHeight - this.panel.offsetHeight - gap))}px`;
    this.panel.focus();
  }

  close(): void {
    this.panel?.remove();
    this.panel = undefined;
    this.shown = undefined;
  }

  private dismiss(): void {
    this.close();
    this.focusGrid();
  }
}

function panelOf(data: CellData, dismiss: () => void): HTMLElement {
  const { properties = {}, layouts, provider } = data as CardParts;
  const { title, mainImage, sections = [] } = layouts?.card ?? {};
  const panel = make('div', 'card');
  panel.setAttribute('role', 'dialog');
  panel.tabIndex = -1;
  const heading = make('h2', '', title ? valueText(properties[title.property]) : '');
  heading.id = 'cardTitle';
  heading.dir = 'auto';
  panel.setAttribute('aria-labelledby', heading.id);
  const close = make('button', 'cardClose', '×');
  close.setAttribute('aria-label', 'Close the card');
  close.addEventListener('click', dismiss);
  const head = make('header', '');
  head.append(heading, close);
  panel.append(head);
  const image = mainImage && properties[mainImage.property];
  if (image) panel.append(webImage(image));
  for (const section of sections) panel.append(sectionOf(section, properties));
  panel.append(make('footer', '', provider?.description ?? ''));
  panel.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') dismiss();
  });
  return panel;
}

function sectionOf(
  { title = '', collapsible, collapsed, properties: names }: Section,
  all: Readonly<Record<string, CellData>>,
): HTMLElement {
  const section = make('section', '');
  const list = make('dl', '');
  for (const name of names) {
    const term = make('dt', '', name);
    const value = make('dd', '');
    value.dir = 'auto';
    value.append(valueNode(all[name]));
    list.append(term, value);
  }
  const heading = make('h3', '');
  if (collapsible) {
    const toggle = make('button', '', title);
    const show = (open: boolean) => {
      toggle.setAttribute('aria-expanded', String(open));
      list.hidden = !open;
    };
    toggle.addEventListener('click', () => show(list.hidden !== false));
    show(collapsed !== true);
    heading.append(toggle);
  } else heading.textContent = title;
  section.append(heading, list);
  return section;
}

function valueNode(data: CellData | undefined): Node {
  if (data?.['type'] === 'WebImage') return webImage(data);
  const text = valueText(data);
  if (!/^https?:\/\//i.test(text)) return document.createTextNode(text);
  const link = make('a', '', text);
  link.href = text;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  return link;
}

function valueText(data: CellData | undefined): string {
  const { basicValue, numberFormat } = data ?? {};
  if (typeof basicValue === 'boolean') return basicValue ? 'TRUE' : 'FALSE';
  if (typeof basicValue !== 'number') return typeof basicValue === 'string' ? basicValue : '';
  return typeof numberFormat === 'string' ? numfmt.format(numberFormat, basicValue) : String(basicValue);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  if (made instanceof HTMLButtonElement) made.type = 'button';
  return made;
}
