// Relink: frozen formulas become live again, here or at a colleague's, with the price first and what stays as values.
import { Button, Field, Select } from '@fluentui/react-components';
import { BusyButton } from '../controls/busyButton';
import { FocusScope } from '../controls/focusScope';
import { useDraft } from '../shell/useDraft';
import { shortPrice } from '../text/price';
import { plural } from '../text/words';
import { leftLines } from './relinkText';
import type { Relink, RelinkScope } from './useRelink';

export function RelinkCard({ relink }: { readonly relink: Relink }) {
  const [scope, setScope] = useDraft<RelinkScope>('relink scope', () => 'workbook');
  const { busy, says, left, plan } = relink;
  return (
    <section className="sw-stack" aria-labelledby="relink-title">
      <h2 id="relink-title">Relink</h2>
      <p className="sw-small">
        Brings frozen formulas back where their values are unchanged, also in a workbook that someone else
        froze. You see the price first.
      </p>
      <Field label="Relink">
        <Select
          size="small"
          value={scope}
          onChange={(_event, { value }) => {
            setScope(value as RelinkScope);
            relink.cancel();
          }}
        >
          <option value="workbook">Whole workbook</option>
          <option value="sheet">This sheet</option>
        </Select>
      </Field>
      {says && <p>{says}</p>}
      {left.length > 0 && (
        <ul className="sw-small sw-list" aria-label="Not relinked">
          {leftLines(left).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <FocusScope className="sw-row">
        {plan ? (
          <>
            <Button size="small" appearance="primary" autoFocus onClick={() => void relink.agree()}>
              Relink {plural(plan.ready.length, 'formula')} ({shortPrice(plan.fetch.quote)})
            </Button>
            <Button size="small" onClick={relink.cancel}>
              Cancel
            </Button>
          </>
        ) : (
          <BusyButton size="small" busy={busy} onClick={() => void relink.find(scope)}>
            Find frozen formulas
          </BusyButton>
        )}
        {relink.relinked > 0 && !plan && (
          <Button size="small" disabledFocusable={busy} onClick={() => void relink.undo()}>
            Undo relink ({relink.relinked})
          </Button>
        )}
      </FocusScope>
    </section>
  );
}
