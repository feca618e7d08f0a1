// Round trips to Excel for adding each template: what a person waits for on a slow connection. Nothing is sent to the service.
import { excelTemplates } from '../src/excel/templates/excelTemplates';
import { standardLook } from '../src/templates/look';
import { templates } from '../src/templates/templates';
import { against, type Measure } from './measure';

const most = 10;
const today = 46_874;

/** Takes every call and every write, and holds an empty list wherever one is read. */
function anything(): unknown {
  const target = () => undefined;
  const self: unknown = new Proxy(target, {
    get: (_, name) => (name === 'items' ? [] : name === 'then' ? undefined : name === 'id' ? 'sheet' : self),
    set: () => true,
    apply: () => self,
  });
  return self;
}

export async function templateMeasures(): Promise<Measure[]> {
  let syncs = 0;
  const context = { workbook: anything(), sync: () => Promise.resolve((syncs += 1)) };
  const settings = new Map<string, unknown>();
  Object.assign(globalThis, {
    // The work is the last argument; options may stand before it.
    Excel: { run: (...given: unknown[]) => (given.at(-1) as (context: unknown) => unknown)(context) },
    Office: {
      context: {
        requirements: { isSetSupported: () => false },
        document: {
          settings: {
            get: (name: string) => settings.get(name),
            set: (name: string, value: unknown) => settings.set(name, value),
            saveAsync: () => undefined,
          },
        },
      },
    },
  });
  const counts: number[] = [];
  for (const template of templates) {
    syncs = 0;
    await excelTemplates.build(template, today, standardLook);
    counts.push(syncs);
  }
  return [against('adding the largest template: sync round trips', Math.max(...counts), most, 1)];
}
