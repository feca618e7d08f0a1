// The pane: theme, live regions, the views behind tabs, or the first-run screen if there is no key.
import { Act, NoticeBar } from './controls/actions';
import { language, t, type PlainKey } from '../languages/t';
import { FluentProvider, MessageBarTitle, Spinner } from '@fluentui/react-components';
import {
  Component,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { load } from '../excel/lazyCode';
import { refreshRequest } from '../excel/recalculation/refreshRequest';
import { ActivityView } from './activity/activityView';
import { BuildView } from './builder/buildView';
import { HelpLink } from './controls/helpLink';
import { FirstRun } from './key/firstRun';
import { AccountCard } from './key/keyForm';
import { SettingsView } from './settings/settingsView';
import {
  PaneContext,
  usePane,
  viewIds,
  type PaneValue,
  type PaneParts,
  type ViewId,
  useEngineState,
  useVersion,
} from './shell/usePane';
import { languageChanges } from './shell/language';
import { NewerResults } from './controls/newerResults';
import { useTheme } from './shell/theme';
import { useOwnProducts, useUnseenAlerts } from './shell/useWatchAlerts';
import { UsageView } from './usage/usageView';

/** A view whose code comes when it is first opened; one that did not arrive is asked for again. */
const lazily = <Name extends string>(code: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(() => load(code).then((all) => ({ default: all[name] })));

const StartView = lazily(() => import(/* webpackChunkName: "start" */ './start/startView'), 'StartView');
const SharingCards = lazily(
  () => import(/* webpackChunkName: "sharing" */ './sharing/sharingCards'),
  'SharingCards',
);
const MatchView = lazily(() => import(/* webpackChunkName: "match" */ './match/matchView'), 'MatchView');
const WatchView = lazily(() => import(/* webpackChunkName: "watchView" */ './watch/watchView'), 'WatchView');
const HistoryView = lazily(
  () => import(/* webpackChunkName: "historyView" */ './history/historyView'),
  'HistoryView',
);

const titles: Readonly<Record<ViewId, PlainKey>> = {
  start: 'shell.start',
  build: 'shell.build',
  match: 'shell.match',
  history: 'shell.history',
  usage: 'shell.usage',
  activity: 'shell.activity',
  watch: 'shell.watches',
  settings: 'shell.settings',
};

const loading = (view: ReactElement) => (
  <Suspense fallback={<Spinner size="small" label={t('common.loading')} />}>{view}</Suspense>
);

const views: Readonly<Record<ViewId, () => ReactElement>> = {
  start: () => loading(<StartView />),
  build: () => <BuildView />,
  match: () => loading(<MatchView />),
  history: () => loading(<HistoryView />),
  usage: () => <UsageView account={(memberName) => <AccountCard memberName={memberName} />} />,
  activity: () => <ActivityView />,
  watch: () => loading(<WatchView />),
  settings: () => <SettingsView sharing={loading(<SharingCards />)} />,
};

export function Pane({ parts }: { readonly parts: PaneParts }) {
  const { announce, regions } = useAnnouncer();
  const [view, setView] = useState<ViewId>('start');
  useEffect(() => refreshRequest.subscribe(() => refreshRequest.current() && setView('activity')), []);
  const value = useMemo<PaneValue>(() => ({ ...parts, announce, open: setView }), [parts, announce]);
  useVersion(languageChanges);
  const { tag, direction } = language();
  return (
    <FluentProvider theme={useTheme()} dir={direction} className="sw-pane">
      <PaneContext.Provider value={value}>
        <Screen key={tag} view={view} open={setView} />
        {regions}
      </PaneContext.Provider>
    </FluentProvider>
  );
}

interface ScreenProperties {
  readonly view: ViewId;
  readonly open: (view: ViewId) => void;
}

function Screen({ view, open }: ScreenProperties) {
  const { key } = usePane().runtime;
  useVersion(key);
  // A key that is being checked is already saved: the first-run screen stays until the check is over.
  const [checking, setChecking] = useState(false);
  // What the ribbon asks is seen at once.
  useEffect(() => refreshRequest.subscribe(() => refreshRequest.current() && setChecking(false)), []);
  if (key.masked() === undefined || checking) {
    return (
      <ErrorBoundary>
        <FirstRun onChecking={setChecking} />
      </ErrorBoundary>
    );
  }
  return <Views view={view} open={open} />;
}

function Views({ view, open }: ScreenProperties) {
  const { held, queue } = useEngineState();
  const isQueued = queue.some(({ state }) => state === 'queued');
  useHeldReview(held.length > 0 ? reviewEvery : isQueued ? reviewQueueEvery : undefined);
  useVersion(refreshRequest);
  const undecided = held.filter(({ id }) => id !== 'handed_over').length;
  const waiting = undecided + (refreshRequest.current()?.requests.length ? 1 : 0);
  const alerts = useUnseenAlerts();
  useOwnProducts();
  // Six tabs fit beside each other in a narrow pane. Match is opened from Build, Watches from Activity; each has a tab while it is open,
  // and Watches also while there are alerts that nobody has seen.
  const isShown: Partial<Record<ViewId, boolean>> = { match: false, watch: alerts > 0 };
  const counts: Partial<Record<ViewId, Omit<TabFacts, 'id'>>> = {
    activity: { waiting, says: t('shell.waitingForApproval') },
    watch: { waiting: alerts, says: t('shell.newAlerts', { count: alerts }) },
  };
  const tabs = viewIds
    .filter((id) => (isShown[id] ?? true) || view === id)
    .map((id) => ({ id, ...counts[id] }));
  return (
    <>
      <header className="sw-head">
        <Tabs tabs={tabs} selected={view} onSelect={open} />
      </header>
      <main className="sw-panel">
        <NewerResults />
        <div id="sw-panel" role="tabpanel" aria-labelledby={`tab-${view}`} className="sw-panel">
          <ErrorBoundary key={view}>{views[view]()}</ErrorBoundary>
          <HelpLink />
        </div>
      </main>
    </>
  );
}

interface TabFacts {
  readonly id: ViewId;
  /** How much waits there; said in words too. */
  readonly waiting?: number;
  readonly says?: string;
}

interface TabsProperties {
  readonly tabs: readonly TabFacts[];
  readonly selected: ViewId;
  readonly onSelect: (id: ViewId) => void;
}

/** The views as tabs: one stop for the Tab key, arrows move, Home and End jump (the ARIA tabs pattern). */
function Tabs({ tabs, selected, onSelect }: TabsProperties) {
  const keyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const next = language().direction === 'rtl' ? -1 : 1;
    const target = { ArrowRight: at + next, ArrowLeft: at - next, Home: 0, End: -1 }[event.key];
    const tab = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  return (
    <div className="sw-tabs" role="tablist" aria-label="Spillway" onKeyDown={keyDown}>
      {tabs.map(({ id, waiting = 0, says }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          className="sw-tab"
          aria-selected={id === selected}
          aria-controls="sw-panel"
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {t(titles[id])}
          {waiting > 0 && (
            <>
              {' '}
              <span className="sw-count">{waiting}</span>
              <span className="sw-unseen"> {says}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

function useAnnouncer() {
  const [said, setSaid] = useState({ calm: '', urgent: '' });
  const announce = useCallback((sentence: string, urgent = false) => {
    // A sentence said twice in a row is read again only if the text differs.
    setSaid((old) => {
      const place = urgent ? 'urgent' : 'calm';
      return { ...old, [place]: old[place] === sentence ? `${sentence}\u00a0` : sentence };
    });
  }, []);
  const regions = useMemo(
    () => (
      <>
        <div className="sw-unseen" role="status">
          {said.calm}
        </div>
        <div className="sw-unseen" role="alert">
          {said.urgent}
        </div>
      </>
    ),
    [said],
  );
  return { announce, regions };
}

/** An error in one view leaves the tabs, the other views and everything typed standing. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="sw-view">
        <NoticeBar
          intent="error"
          role="alert"
          says={
            <>
              <MessageBarTitle>{t('shell.somethingWentWrongIn')}</MessageBarTitle>{' '}
              {t('shell.yourEntriesAreKept')}
            </>
          }
        />
        <Act
          says={t('shell.reloadView')}
          isMain
          onClick={() => this.setState({ failed: false })}
          size="medium"
        />
      </div>
    );
  }
}

const reviewEvery = 2_000;
/** A queue of hundreds lasts for minutes, and each look reads every formula. */
const reviewQueueEvery = 10_000;

/** While something is held or queued, checks regularly whether the sheet still needs it. */
function useHeldReview(every: number | undefined): void {
  const { heldCells } = usePane();
  useEffect(() => {
    if (every === undefined) return undefined;
    // Excel does not respond while a cell is being edited; the next check tries again.
    const look = () => void heldCells.review().catch(() => undefined);
    look();
    const timer = setInterval(look, every);
    return () => clearInterval(timer);
  }, [every, heldCells]);
}
