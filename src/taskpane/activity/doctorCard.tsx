// Doctor: finds cells that are stuck and repairs them from what is already paid for.
import { Button, Link } from '@fluentui/react-components';
import { BusyButton } from '../controls/busyButton';
import { FocusScope } from '../controls/focusScope';
import { usePane } from '../shell/paneContext';
import { plural } from '../text/words';
import { stuckText } from './doctorText';
import { useDoctor } from './useDoctor';

const mostShown = 20;

export function DoctorCard() {
  const { workbook } = usePane();
  const { busy, says, stuck, check, repair } = useDoctor();
  const free = stuck.filter((cell) => cell.free).length;
  return (
    <section className="sw-card sw-stack" aria-labelledby="doctor-title">
      <h2 id="doctor-title">Doctor</h2>
      <p className="sw-small">
        Finds cells that are stuck, and repairs them with results that are already paid for. Never spends
        credits.
      </p>
      {says && <p role="status">{says}</p>}
      {stuck.length > 0 && (
        <ul className="sw-list" aria-label="Cells that need attention">
          {stuck.slice(0, mostShown).map((cell) => (
            <li key={cell.formula.cell}>
              <Link
                as="button"
                onClick={() => void workbook.select(cell.formula.cell).catch(() => undefined)}
              >
                {cell.formula.cell}
              </Link>{' '}
              {stuckText(cell)}
            </li>
          ))}
          {stuck.length > mostShown && <li>And {stuck.length - mostShown} more.</li>}
        </ul>
      )}
      <FocusScope className="sw-row">
        {free > 0 && (
          <Button appearance="primary" disabledFocusable={busy} onClick={() => void repair()}>
            Repair {plural(free, 'cell')} (free)
          </Button>
        )}
        <BusyButton busy={busy} onClick={() => void check()}>
          {stuck.length > 0 ? 'Check again' : 'Check all cells'}
        </BusyButton>
      </FocusScope>
    </section>
  );
}
