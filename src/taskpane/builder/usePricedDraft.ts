// The draft as requests and their price, computed shortly after each change.
import { useCallback, useEffect, useState } from 'react';
import type { Sets } from '../../spill/read/formula/formula';
import { usePane } from '../shell/paneContext';
import type { Draft } from '../formulas/draft/draft';
import { readDraft, valuesFrom, type DraftReading } from '../formulas/draft/draftRequests';
import type { PricedDraft } from '../formulas/draft/pricedDraft';

const settle = 150;

interface Priced {
  readonly priced: PricedDraft | undefined;
  /** The draft as requests at this moment, for someone who does not wait for the price. */
  readonly read: () => Promise<DraftReading>;
}

/** `version` changes when results or filter sets did: the price may then be another. */
export function usePricedDraft(draft: Draft, sets: Sets, cell: string, version: number): Priced {
  const { runtime, workbook } = usePane();
  const [priced, setPriced] = useState<PricedDraft>();
  const read = useCallback(
    () => readDraft(draft, valuesFrom(workbook, cell), sets, runtime.settings.current().wireNames),
    [draft, sets, cell, runtime, workbook],
  );
  useEffect(() => {
    let over = false;
    const work = async () => {
      const reading = await read();
      const quote = reading.state === 'read' ? await runtime.engine.quote(reading.requests) : undefined;
      if (!over) setPriced({ draft, reading, ...(quote && { quote }) });
    };
    const timer = setTimeout(() => {
      // A price that cannot be computed is shown as unknown; the form keeps working.
      work().catch(() => undefined);
    }, settle);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [draft, read, version, runtime]);
  return { priced, read };
}
