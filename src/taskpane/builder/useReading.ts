// The draft as requests and their price, worked out anew a moment after each change.
import { useEffect, useState } from 'react';
import type { Quote } from '../../engine/engine';
import type { Sets } from '../../spill/read/formula';
import { usePane } from '../shell/paneContext';
import type { Draft } from '../formulas/draft';
import { readDraft, valuesFrom, type DraftReading } from '../formulas/draftRequests';

export interface Priced {
  readonly draft: Draft;
  readonly reading: DraftReading;
  readonly quote?: Quote;
}

const settle = 150;

/** `version` changes when answers or filter sets did: the price may then be another. */
export function useReading(draft: Draft, sets: Sets, cell: string, version: number): Priced | undefined {
  const { runtime, workbook } = usePane();
  const [priced, setPriced] = useState<Priced>();
  useEffect(() => {
    let over = false;
    const work = async () => {
      const reading = await readDraft(
        draft,
        valuesFrom(workbook, cell),
        sets,
        runtime.settings.current().wireNames,
      );
      const quote = reading.state === 'read' ? await runtime.engine.quote(reading.requests) : undefined;
      if (!over) setPriced({ draft, reading, ...(quote && { quote }) });
    };
    const timer = setTimeout(() => {
      // A price that cannot be worked out is shown as unknown; the form itself goes on.
      work().catch(() => undefined);
    }, settle);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [draft, sets, cell, version, runtime, workbook]);
  return priced;
}
