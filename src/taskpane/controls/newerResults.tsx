// Results that the gateway has fetched since, for a watch or a colleague, and that this sheet does not show yet. They are paid for, so
// showing them is free; what other formulas ask for because of it is held. It waits for a button, unless the user has set otherwise.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataRequest } from '../../engine/request/dataRequest';
import type { CellUse } from '../../excel/runtime';
import { t } from '../../languages/t';
import { plural } from '../text/words';
import { usePane, useAttempt } from '../shell/usePane';
import { Act, NoticeBar } from './actions';

/** Milliseconds between two looks at everything, and after a change of the sheet until what is new in it is looked at. */
const every = 600_000;
const settling = 1_000;
/** And between two looks at what was handed over. */
const whileHandedOver = 5_000;

const nameOf = ({ key, count }: DataRequest): string => `${key}#${count ?? ''}`;

const cellsWith = (uses: readonly CellUse[], requests: readonly DataRequest[]): string[] => {
  const keys = new Set(requests.map(({ key }) => key));
  return uses.filter((use) => use.requests.some(({ key }) => keys.has(key))).map(({ cell }) => cell);
};

/** Shows them, and returns how many there were. */
function useTake() {
  const { runtime, recalculate } = usePane();
  return useCallback(
    async (requests: readonly DataRequest[]): Promise<number> => {
      const { cells, engine } = runtime;
      const affected = cellsWith(cells.uses(), requests);
      return runtime.holdNew({ areas: affected, formulas: affected }, async () => {
        const taken = await engine.takeNewer(requests);
        await recalculate(cellsWith(cells.uses(), taken));
        return taken.length;
      });
    },
    [runtime, recalculate],
  );
}

function useNewer() {
  const { runtime, gateway, announce } = usePane();
  const [found, setFound] = useState<readonly DataRequest[]>([]);
  const take = useTake();
  const lookAgain = useRef(() => undefined as void);
  const { hasWatches } = gateway;
  useEffect(() => {
    if (!hasWatches) return undefined;
    const { cells, engine, settings } = runtime;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new Set<string>();
    let looking = Promise.resolve();

    /** What the gateway finishes for this workbook: wanted as soon as it is there. */
    const handedOver = () => engine.state().held.find(({ id }) => id === 'handed_over')?.requests ?? [];
    const look = async () => {
      const wanted = cells.uses().flatMap(({ requests }) => requests);
      const unasked = wanted.filter((request) => !asked.has(nameOf(request)));
      for (const request of unasked) asked.add(nameOf(request));
      const newer = unasked.length === 0 ? [] : await engine.newer(unasked);
      if (isGone) return;
      const handed = new Set(handedOver().map(({ key }) => key));
      const isShown = settings.current().showNewer;
      const mine = newer.filter(({ key }) => isShown || handed.has(key));
      const count = mine.length === 0 ? 0 : await take(mine);
      if (count > 0) announce(t('shell.shownFree', { newerResults: plural(count, 'newer result') }));
      if (isShown) return setFound([]);
      const [living, again] = [new Set(wanted.map(nameOf)), new Set(unasked.map(nameOf))];
      setFound((before) => [
        ...before.filter((request) => living.has(nameOf(request)) && !again.has(nameOf(request))),
        ...newer.filter(({ key }) => !handed.has(key)),
      ]);
    };
    const lookIn = (milliseconds: number) => {
      if (isGone) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A gateway that is away has nothing newer to offer; what got no response is asked again with the next look.
        looking = looking.then(look).catch(() => asked.clear());
      }, milliseconds);
    };
    // At once, so that no other look can take the place of this one: whichever comes next asks for everything.
    const lookAtAll = () => {
      asked = new Set();
      lookIn(0);
    };
    const regularly = setInterval(lookAtAll, every);
    const often = setInterval(() => {
      const handed = handedOver();
      for (const request of handed) asked.delete(nameOf(request));
      if (handed.length > 0) lookIn(0);
    }, whileHandedOver);
    lookAgain.current = lookAtAll;
    const leave = [
      cells.subscribe(() => lookIn(settling)),
      settings.subscribe(() => settings.current().showNewer && lookAtAll()),
      engine.subscribe((event) => {
        if (event.type !== 'renewed') return;
        const keys = new Set(event.keys);
        setFound((before) => before.filter(({ key }) => !keys.has(key)));
      }),
    ];
    void runtime.watches().then(
      (watches) => isGone || leave.push(watches.subscribe(lookAtAll)),
      () => undefined,
    );
    lookIn(settling);
    return () => {
      isGone = true;
      clearTimeout(timer);
      clearInterval(regularly);
      clearInterval(often);
      for (const off of leave) off();
    };
  }, [runtime, hasWatches, announce, take]);
  const show = async (): Promise<string> => {
    try {
      const count = await take(found);
      setFound([]);
      return t('shell.shownFree', { newerResults: plural(count, 'newer result') });
    } finally {
      lookAgain.current();
    }
  };
  return { found, show };
}

export function NewerResults() {
  const { found, show } = useNewer();
  const { busy, attempt } = useAttempt();
  const count = found.length;
  if (count === 0) return null;
  return (
    <div className="sw-newer">
      <NoticeBar intent="info" says={t('shell.newerThanWhatThis', { count })}>
        <Act
          says={count === 1 ? t('shell.showItFree') : t('shell.showThemFree')}
          isOff={busy}
          onClick={() => attempt(show)}
        />
      </NoticeBar>
    </div>
  );
}
