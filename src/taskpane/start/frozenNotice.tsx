// A workbook that someone froze says so where a person begins: its formulas can be live again.
import { Button } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { frozenFormulas } from '../../excel/freezing/relinking';
import { sharingWanted } from '../shell/drafts';
import { usePane } from '../shell/paneContext';
import { plural } from '../text/words';

export function FrozenNotice() {
  const { drafts, open } = usePane();
  const [frozen, setFrozen] = useState(0);
  useEffect(() => {
    let over = false;
    frozenFormulas('workbook').then(
      ({ ready }) => over || setFrozen(ready.length),
      // Excel is busy, or has no custom XML parts: nothing to say.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, []);
  if (frozen === 0) return null;
  return (
    <section className="sw-card sw-stack" aria-label="Frozen formulas">
      <p>This workbook has {plural(frozen, 'frozen formula')}: values that Spillway can make live again.</p>
      <div className="sw-row">
        <Button
          size="small"
          onClick={() => {
            drafts.write(sharingWanted, true);
            open('settings');
          }}
        >
          Relink…
        </Button>
      </div>
    </section>
  );
}
