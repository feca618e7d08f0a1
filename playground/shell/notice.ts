// What the page has to say about the open workbook, above the sheet, until it is closed; with a link to copy where there is one.
import { element } from './element';

export class Notice {
  private readonly field = element('noticeLink') as HTMLInputElement;

  constructor() {
    element('closeNotice').addEventListener('click', () => (element('notice').hidden = true));
    this.field.addEventListener('focus', () => this.field.select());
  }

  say(text: string, link = ''): void {
    element('notice').hidden = false;
    element('noticeText').textContent = text;
    this.field.hidden = link === '';
    this.field.value = link;
  }
}
