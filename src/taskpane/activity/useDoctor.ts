// Check and repair. While cells are repaired, everything that would cost credits is held: a repaired cell may be the input of others.
import { useState } from 'react';
import { enterAgain, readShownFormulas } from '../../excel/doctor/shownFormulas';
import { valuesFrom } from '../formulas/draft/draftRequests';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useSets } from '../shell/useSets';
import { diagnose, type Diagnosis } from './doctorPlan';
import { diagnosisText, repairedText } from './doctorText';

const looks = 12;
const pause = 400;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function useDoctor() {
  const { runtime, workbook, now } = usePane();
  const sets = useSets();
  const [found, setFound] = useState<Diagnosis>();
  const { busy, says, attempt } = useAttempt();

  const look = async (): Promise<Diagnosis> =>
    diagnose(await readShownFormulas(), {
      engine: runtime.engine,
      settings: runtime.settings.current(),
      valuesFor: (cell) => valuesFrom(workbook, cell),
      sets,
      wireNames: runtime.settings.current().wireNames,
      now: now(),
    });
  const repair = async (): Promise<string> => {
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

  return {
    busy,
    says,
    stuck: found?.stuck ?? [],
    check: () =>
      attempt(async () => {
        const diagnosis = await look();
        setFound(diagnosis);
        return diagnosisText(diagnosis);
      }),
    repair: () => attempt(repair),
  };
}
