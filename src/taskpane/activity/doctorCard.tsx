// Doctor: finds cells that are stuck and repairs them from what is already paid for.
import { Link } from '@fluentui/react-components';
import { useState } from 'react';
import { enterAgain, readShownFormulas } from '../../excel/doctor/shownFormulas';
import { t } from '../../languages/t';
import { OutcomeText, FocusScope, Act, Card } from '../controls/actions';
import { usePane, useAttempt, useReadingParts } from '../shell/usePane';
import { plural } from '../text/words';
import { diagnose, diagnosisText, repairedText, stuckText, type Diagnosis } from './doctorPlan';

const mostShown = 20;

const looks = 12;
const pause = 400;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Check and repair. While cells are repaired, everything that would cost credits is held: a repaired cell may be the
 * input of others.
 */
export function DoctorCard() {
  const { runtime, workbook, now } = usePane();
  const { engine, settings } = runtime;
  const reading = useReadingParts();
  const [found, setFound] = useState<Diagnosis>();
  const { busy, says, attempt } = useAttempt();
  const look = async (): Promise<Diagnosis> =>
    diagnose(await readShownFormulas(), { engine, settings: settings.current(), ...reading(), now: now() });
  const check = async () => {
    const diagnosis = await look();
    setFound(diagnosis);
    return diagnosisText(diagnosis);
  };
  const repair = async () => {
    // Looked at again: a response may have left the cache since.
    const cells = (await look()).stuck.filter(({ free }) => free);
    const names = new Set(cells.map(({ formula }) => formula.cell));
    const stillStuck = ({ stuck }: Diagnosis) =>
      stuck.filter(({ formula, trouble }) => names.has(formula.cell) && trouble !== 'old').length;
    let left = cells.length;
    let latest: Diagnosis | undefined;
    await runtime.holdNew({ areas: [], formulas: [...names] }, async () => {
      await enterAgain(cells.map(({ formula }) => formula));
      for (let tries = 0; left > 0 && tries < looks; tries += 1) {
        await wait(pause);
        latest = await look();
        left = stillStuck(latest);
      }
    });
    setFound(latest);
    return repairedText(cells.length, left);
  };
  const show = (cell: string) => attempt(() => workbook.select(cell), t('activity.isSelected', { cell }));
  const stuck = found?.stuck ?? [];
  const free = stuck.filter((cell) => cell.free).length;
  return (
    <Card title={t('activity.doctor')}>
      <p className="sw-small">{t('activity.findsCellsThatAre')}</p>
      <OutcomeText says={says} />
      {stuck.length > 0 && (
        <ul className="sw-list" aria-label={t('activity.cellsThatNeedAttention')}>
          {stuck.slice(0, mostShown).map((cell) => (
            <li key={cell.formula.cell}>
              <Link as="button" onClick={() => void show(cell.formula.cell)}>
                {cell.formula.cell}
              </Link>{' '}
              {stuckText(cell)}
            </li>
          ))}
          {stuck.length > mostShown && <li>{t('activity.andMore', { count: stuck.length - mostShown })}</li>}
        </ul>
      )}
      <FocusScope className="sw-row">
        {free > 0 && (
          <Act
            says={t('activity.repairFree', { cells: plural(free, 'cell') })}
            isMain
            isOff={busy}
            onClick={() => attempt(repair)}
          />
        )}
        <Act
          says={stuck.length > 0 ? t('common.checkAgain') : t('activity.checkAllCells')}
          busy={busy}
          onClick={() => attempt(check)}
        />
      </FocusScope>
    </Card>
  );
}
