// The pane: theme, live regions, the views behind tabs, or the first-run screen if there is no key.
import { FluentProvider, Spinner } from '@fluentui/react-components';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { load } from '../excel/lazyCode';
import { refreshRequest } from '../excel/recalculation/refreshRequest';
import { ActivityView } from './activity/activityView';
import { useHeldReview } from './activity/useHeldReview';
import { BuildView } from './builder/buildView';
import { AccountCard } from './key/accountCard';
import { FirstRun } from './key/firstRun';
import { SettingsView } from './settings/settingsView';
import { UsageView } from './usage/usageView';
import { useAnnouncer } from './shell/announcer';
import { ErrorBoundary } from './shell/errorBoundary';
import {
  PaneContext,
  viewIds,
  type Pane as PaneValue,
  type PaneParts,
  type ViewId,
} from './shell/paneContext';
import { Tabs } from './shell/tabs';
import { useTheme } from './shell/theme';
import { useEngineState } from './shell/useEngine';
import { useVersion } from './shell/useVersion';

/** The templates and what writes them come with the view that offers them. */
const StartView = lazy(() =>
  load(() => import(/* webpackChunkName: "start" */ './start/startView')).then((code) => ({
    default: code.StartView,
  })),
);

const SharingCards = lazy(() =>
  load(() => import(/* webpackChunkName: "sharing" */ './sharing/sharingCards')).then((code) => ({
    default: code.SharingCards,
  })),
);

const HistoryView = lazy(() =>
  load(() => import(/* webpackChunkName: "historyView" */ './history/historyView')).then((code) => ({
    default: code.HistoryView,
  })),
);

const titles: Readonly<Record<ViewId, string>> = {
  start: 'Start',
  build: 'Build',
  history: 'History',
  usage: 'Usage',
  activity: 'Activity',
  settings: 'Settings',
};

const loading = (view: ReactElement) => (
  <Suspense fallback={<Spinner size="small" label="Loading…" />}>{view}</Suspense>
);

const views: Readonly<Record<ViewId, () => ReactElement>> = {
  start: () => loading(<StartView />),
  build: () => <BuildView />,
  history: () => loading(<HistoryView />),
  usage: () => <UsageView account={(memberName) => <AccountCard memberName={memberName} />} />,
  activity: () => <ActivityView />,
  settings: () => <SettingsView sharing={loading(<SharingCards />)} />,
};

export function Pane({ parts }: { readonly parts: PaneParts }) {
  const { announce, regions } = useAnnouncer();
  const [view, setView] = useState<ViewId>('start');
  const open = useCallback((next: ViewId) => setView(next), []);
  useEffect(() => refreshRequest.subscribe(() => refreshRequest.current() && setView('activity')), []);
  const value = useMemo<PaneValue>(() => ({ ...parts, announce, open }), [parts, announce, open]);
  return (
    <FluentProvider theme={useTheme()} className="sw-pane">
      <PaneContext.Provider value={value}>
        <Screen parts={parts} view={view} open={open} />
        {regions}
      </PaneContext.Provider>
    </FluentProvider>
  );
}

interface ScreenProperties {
  readonly parts: PaneParts;
  readonly view: ViewId;
  readonly open: (view: ViewId) => void;
}

function Screen({ parts, view, open }: ScreenProperties) {
  const { key } = parts.runtime;
  useVersion(useCallback((listener: () => void) => key.subscribe(listener), [key]));
  // A key that is being checked is already saved: the first-run screen stays until the check is over.
  const [checking, setChecking] = useState(false);
  if (key.masked() === undefined || checking) {
    return (
      <ErrorBoundary>
        <FirstRun onChecking={setChecking} />
      </ErrorBoundary>
    );
  }
  return <Views view={view} open={open} />;
}

function Views({ view, open }: Omit<ScreenProperties, 'parts'>) {
  const { held } = useEngineState();
  useHeldReview(held.length > 0);
  useVersion(watchRibbon);
  const waiting = held.length + (refreshRequest.current() ? 1 : 0);
  const tabs = viewIds.map((id) => ({ id, title: titles[id], ...(id === 'activity' && { waiting }) }));
  return (
    <>
      <header className="sw-head">
        <Tabs label="Spillway" tabs={tabs} selected={view} panel="sw-panel" onSelect={open} />
      </header>
      <main className="sw-panel">
        <div id="sw-panel" role="tabpanel" aria-labelledby={`tab-${view}`} className="sw-panel">
          <ErrorBoundary key={view}>{views[view]()}</ErrorBoundary>
        </div>
      </main>
    </>
  );
}

const watchRibbon = (listener: () => void) => refreshRequest.subscribe(listener);
