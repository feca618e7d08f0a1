// LibreOffice as another reader of what we write: files and addresses are opened without a window, and what its sheets hold is read
// from the document that it saves.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { thisMachine } from '../scripts/setup/platform.mjs';
import { findServer, serverMissing } from '../scripts/setup/servers.mjs';
import { removeFolder } from './removeFolder';

export type SheetValue = string | number | boolean;
export interface SheetCell {
  readonly value: SheetValue;
  readonly isFormula: boolean;
}
/** Rows of cells by the name of the sheet. */
export type Sheets = ReadonlyMap<string, readonly (readonly SheetCell[])[]>;

const dayZero = Date.UTC(1899, 11, 30);
const day = 86_400_000;

export class LibreOffice {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'spillway-libreoffice-'));
  private turn = 0;

  /** Opens each of the sources, calculates, and reads all sheets. */
  async open(sources: readonly string[], filter?: string): Promise<Sheets[]> {
    const out = path.join(this.folder, `opened-${(this.turn += 1)}`);
    await this.convert('fods', out, sources, filter);
    return sources.map((source) => {
      const name = path.basename(source.replace(/\?.*/, '')).replace(/\.\w+$/, '.fods');
      return sheetsOf(readFileSync(path.join(out, name), 'utf8'));
    });
  }

  /** Prints each of the files, and returns the documents with their pages. */
  async print(sources: readonly string[]): Promise<Buffer[]> {
    const out = path.join(this.folder, `printed-${(this.turn += 1)}`);
    await this.convert('pdf', out, sources);
    return sources.map((source) =>
      readFileSync(path.join(out, path.basename(source).replace(/\.\w+$/, '.pdf'))),
    );
  }

  private async convert(form: string, out: string, sources: readonly string[], filter?: string) {
    const machine = thisMachine();
    const program = findServer('libreoffice-calc-nogui', machine);
    if (program === undefined) throw new Error(serverMissing('libreoffice-calc-nogui', machine));
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(this.folder, 'profile')).href}`;
    const read = filter === undefined ? [] : [`--infilter=${filter}`];
    await promisify(execFile)(program, [
      profile,
      '--headless',
      '--norestore',
      ...read,
      '--convert-to',
      form,
      '--outdir',
      out,
      ...sources,
    ]);
  }

  remove = () => removeFolder(this.folder);
}

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function cellOf(facts: string, content: string): SheetCell {
  const fact = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(facts)?.[1];
  const isFormula = fact('table:formula') !== undefined;
  const text = plain(content.match(/<text:p>.*?<\/text:p>/gs)?.join('\n') ?? '');
  const [number, date, truth] = ['value', 'date-value', 'boolean-value'].map((name) =>
    fact(`office:${name}`),
  );
  if (fact('calcext:value-type') === 'error') return { value: text, isFormula };
  if (truth !== undefined) return { value: truth === 'true', isFormula };
  if (date !== undefined)
    return { value: (Date.parse(`${date}Z`.replace(/^(.{10})Z$/, '$1')) - dayZero) / day, isFormula };
  return { value: number === undefined ? text : Number(number), isFormula };
}

/** Rows and columns that repeat are written once; those after the last filled one are left out. */
function sheetsOf(document: string): Sheets {
  const repeated = (facts: string, what: string) =>
    Number(new RegExp(`table:number-${what}-repeated="(\\d+)"`).exec(facts)?.[1] ?? 1);
  const tables = document.matchAll(/<table:table table:name="([^"]*)".*?<\/table:table>/gs);
  return new Map(
    [...tables].map(([table, name = '']) => {
      const rows = [...table.matchAll(/<table:table-row([^>]*)>(.*?)<\/table:table-row>/gs)].flatMap(
        ([, facts = '', content = '']) => {
          const row = [
            ...content.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs),
          ].flatMap(([, own = '', inside = '']) => {
            const cell = cellOf(own, inside);
            const times = repeated(own, 'columns');
            return Array<SheetCell>(cell.value === '' && times > 100 ? 1 : times).fill(cell);
          });
          const times = repeated(facts, 'rows');
          return Array<SheetCell[]>(row.every(({ value }) => value === '') && times > 5_000 ? 1 : times).fill(
            row,
          );
        },
      );
      return [plain(name), rows] as const;
    }),
  );
}
