// Your own templates: the open sheet saved as one, and files from elsewhere.
import { useCallback, useMemo, useState } from 'react';
import { browserLocks } from '../../excel/stores/browserPorts';
import { captureSheet } from '../../excel/templates/own/captureSheet';
import { readOwnTemplate, writeOwnTemplate, type OwnTemplate } from '../../excel/templates/own/ownTemplate';
import { createOwnTemplates, type SavedTemplate } from '../../excel/templates/own/ownTemplates';
import { toTemplate } from '../../excel/templates/own/toTemplate';
import { InputFault } from '../../spill/inputFault';
import { joined, said, t } from '../../languages/t';
import { OutcomeText, FileButton, FocusScope, Act } from '../controls/actions';
import { NameButton, NameForm } from '../controls/fields';
import { requestsIn } from '../formulas/pricing/formulaRequests';
import {
  usePane,
  saveFile,
  useAttempt,
  useCounter,
  useReading,
  type Attempt,
  useReadingParts,
} from '../shell/usePane';
import { plural } from '../text/words';
import type { Templates } from './useTemplates';

const longestFile = 1_000_000;

export function OwnSection({ own, host }: { readonly own: OwnTemplatesActions; readonly host: Templates }) {
  const tried = useAttempt();
  const { busy, says, attempt } = tried;
  const take = (chosen: File) =>
    attempt(async () => own.importText(chosen.size > longestFile ? '' : await chosen.text()));
  return (
    <section className="sw-stack" aria-label={t('start.yourTemplates')}>
      <h2>{t('start.yourTemplates')}</h2>
      {own.all.map((saved) => (
        <OwnCard key={saved.id} saved={saved} own={own} host={host} tried={tried} />
      ))}
      <p className="sw-small">{t('start.savesThisSheetsFormulas')}</p>
      <OutcomeText says={says} />
      <FocusScope className="sw-row">
        {own.removed && <Act says={t('start.undoDelete')} isOff={busy} onClick={() => attempt(own.undo)} />}
        <NameButton
          says={t('start.saveThisSheetAs')}
          label={t('start.nameOfTheTemplate')}
          isOff={busy}
          onSave={(title) => attempt(() => own.save(title))}
        />
        <FileButton label={t('start.templateFile')} busy={busy} onChoose={(file) => void take(file)} />
      </FocusScope>
    </section>
  );
}

interface CardProperties {
  readonly saved: SavedTemplate;
  readonly own: OwnTemplatesActions;
  readonly host: Templates;
  readonly tried: Attempt;
}

function OwnCard({ saved, own, host, tried }: CardProperties) {
  const { id, template } = saved;
  const [renaming, setRenaming] = useState(false);
  const { busy, attempt } = tried;
  const actions = [
    [t('common.use'), () => attempt(() => host.add(toTemplate(id, template)))],
    [t('common.rename'), () => setRenaming(true)],
    [t('common.export'), () => attempt(() => own.exportFile(saved))],
    [t('common.delete'), () => attempt(() => own.remove(id))],
  ] as const;
  return (
    <article className="sw-card sw-template" aria-label={template.title}>
      <h3>{template.title}</h3>
      <p className="sw-small">
        {t('start.addsTheSheetWith', { sheet: template.sheet })}
        {template.live.length > 0 &&
          ` ${t('start.toFillYouSee', { formulas: plural(template.live.length, 'formula') })}`}
      </p>
      <FocusScope className="sw-row">
        {renaming ? (
          <NameForm
            label={t('common.newName')}
            initial={template.title}
            busy={busy}
            onCancel={() => setRenaming(false)}
            onSave={async (title) => {
              if (await attempt(() => own.rename(id, title))) setRenaming(false);
            }}
          />
        ) : (
          <>
            {actions.map(([name, act]) => (
              <Act
                says={name}
                key={name}
                isOff={busy}
                aria-label={`${name} ${template.title}`}
                onClick={act}
              />
            ))}
          </>
        )}
      </FocusScope>
    </article>
  );
}

const notATemplate = () => t('start.thisFileIsNot');

/**
 * The user's own templates and what a person does with them: save the sheet, import, export, rename, delete and
 * undo.
 */
export function useOwnTemplates() {
  const { runtime, workbook } = usePane();
  const reading = useReadingParts();
  const store = useMemo(
    () => createOwnTemplates(runtime.strings, browserLocks(), () => `own-${crypto.randomUUID()}`),
    [runtime],
  );
  const [removed, setRemoved] = useState<SavedTemplate>();
  const [version, lookAgain] = useCounter();
  // While the store does not respond, it is what was seen last.
  const { data: all = [] } = useReading(
    useCallback(() => store.list(), [store]),
    version,
  );

  /** A formula whose price cannot be told before Excel calculates it could not be filled with a price shown first. */
  const priced = async (template: OwnTemplate): Promise<{ template: OwnTemplate; left: string[] }> => {
    const sheet = (await workbook.selection())?.cell.split('!')[0] ?? '';
    const left: string[] = [];
    const live: OwnTemplate['live'] = [];
    for (const each of template.live) {
      const cell = `${sheet}!${each.at}`;
      const formula = each.formula.replaceAll('{sheet}!', `${sheet}!`);
      const read = await requestsIn({ cell, formula }, reading());
      if (read.state === 'read') live.push(each);
      else left.push(joined('label', [each.at, read.says]));
    }
    return { template: { ...template, live }, left };
  };

  const save = async (title: string): Promise<string> => {
    const captured = await captureSheet(title.trim());
    const { template, left } = await priced(captured.template);
    const kept = await store.add(template);
    lookAgain();
    return joined('sentences', [
      t('start.savedAs', { title: kept.template.title }),
      leftText([...captured.left, ...left], 'start.keptAsValues'),
    ]);
  };
  const importText = async (text: string): Promise<string> => {
    const read = readOwnTemplate(text);
    if (!read) throw new InputFault(notATemplate());
    const kept = await store.add(read.template);
    lookAgain();
    return joined('sentences', [
      t('start.imported', { title: kept.template.title }),
      leftText(read.left, 'start.skipped'),
    ]);
  };

  return {
    all,
    removed,
    save,
    importText,
    rename: async (id: string, title: string) => {
      await store.rename(id, title);
      lookAgain();
      return t('start.renamed');
    },
    remove: async (id: string) => {
      setRemoved(await store.remove(id));
      lookAgain();
      return t('start.deletedSheetsThatWere');
    },
    undo: async () => {
      if (removed) await store.restore(removed);
      setRemoved(undefined);
      lookAgain();
      return t('start.restored');
    },
    exportFile: ({ template }: SavedTemplate) =>
      saveFile(
        `${template.title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'template'}.spillway.json`,
        writeOwnTemplate(template),
        'application/json',
      ),
  };
}

type OwnTemplatesActions = ReturnType<typeof useOwnTemplates>;

const named = 3;

function leftText(left: readonly string[], how: 'start.keptAsValues' | 'start.skipped'): string {
  if (left.length === 0) return '';
  const some = joined(
    'clauses',
    left.slice(0, named).map((one) => one.replace(/(?<=^\S+ ).+/, said)),
  );
  const list = left.length > named ? t('start.andMore', { list: some, count: left.length - named }) : some;
  return t(how, { formulas: plural(left.length, 'formula'), list });
}
