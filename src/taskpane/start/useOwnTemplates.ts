// The user's own templates and what a person does with them: save the sheet, import, export, rename, delete and undo.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { browserLocks } from '../../excel/stores/browserPorts';
import { captureSheet } from '../../excel/templates/own/captureSheet';
import { readOwnTemplate, writeOwnTemplate, type OwnTemplate } from '../../excel/templates/own/ownTemplate';
import { createOwnTemplates, type SavedTemplate } from '../../excel/templates/own/ownTemplates';
import { InputFault } from '../../spill/inputFault';
import { valuesFrom } from '../formulas/draft/draftRequests';
import { formulaRequests } from '../formulas/pricing/formulaRequests';
import { usePane } from '../shell/paneContext';
import { saveFile } from '../shell/saveFile';
import { useSets } from '../shell/useSets';
import { leftOutText } from './leftOut';

const notATemplate = 'This file is not a Spillway template, or it is too large. Nothing was imported.';

export function useOwnTemplates() {
  const { runtime, workbook } = usePane();
  const sets = useSets();
  const store = useMemo(
    () => createOwnTemplates(runtime.strings, browserLocks(), () => `own-${crypto.randomUUID()}`),
    [runtime],
  );
  const [all, setAll] = useState<readonly SavedTemplate[]>([]);
  const [removed, setRemoved] = useState<SavedTemplate>();
  const look = useCallback(
    () =>
      store.list().then(setAll, () => {
        // The store does not respond: what was seen last stays.
      }),
    [store],
  );
  useEffect(() => void look(), [look]);

  /** A formula whose price cannot be told before Excel calculates it could not be filled with a price shown first. */
  const priced = async (template: OwnTemplate): Promise<{ template: OwnTemplate; left: string[] }> => {
    const sheet = (await workbook.selection())?.cell.split('!')[0] ?? '';
    const wireNames = runtime.settings.current().wireNames;
    const left: string[] = [];
    const live: OwnTemplate['live'] = [];
    for (const each of template.live) {
      const cell = `${sheet}!${each.at}`;
      const formula = each.formula.replaceAll('{sheet}!', `${sheet}!`);
      const valuesFor = (from: string) => valuesFrom(workbook, from);
      const reading = await formulaRequests({ cell, formula }, { valuesFor, sets, wireNames });
      if (reading.state === 'read') live.push(each);
      else left.push(`${each.at}: ${reading.says}`);
    }
    return { template: { ...template, live }, left };
  };

  const save = async (title: string): Promise<string> => {
    const captured = await captureSheet(title.trim());
    const { template, left } = await priced(captured.template);
    const kept = await store.add(template);
    await look();
    return `Saved as “${kept.template.title}”.${leftOutText([...captured.left, ...left], 'kept as values')}`;
  };
  const importText = async (text: string): Promise<string> => {
    const read = readOwnTemplate(text);
    if (!read) throw new InputFault(notATemplate);
    const kept = await store.add(read.template);
    await look();
    return `Imported “${kept.template.title}”.${leftOutText(read.left, 'left out')}`;
  };

  return {
    all,
    removed,
    save,
    importText,
    rename: async (id: string, title: string) => {
      await store.rename(id, title);
      await look();
      return 'Renamed.';
    },
    remove: async (id: string) => {
      setRemoved(await store.remove(id));
      await look();
      return 'Deleted. Sheets that were made from it stay.';
    },
    undo: async () => {
      if (removed) await store.restore(removed);
      setRemoved(undefined);
      await look();
      return 'Restored.';
    },
    exportFile: ({ template }: SavedTemplate) =>
      saveFile(
        `${template.title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'template'}.spillway.json`,
        writeOwnTemplate(template),
        'application/json',
      ),
  };
}

export type OwnTemplatesActions = ReturnType<typeof useOwnTemplates>;
