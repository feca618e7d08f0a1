// Everything a user can set, in sections that fold: what people change comes first, what explains comes last.
import { Button, Field, Input, Switch } from '@fluentui/react-components';
import { useCallback, useState, type ReactElement } from 'react';
import type { Settings } from '../../engine/request/settings';
import { operationIds, operationOf } from '../../operations';
import { Choice } from '../controls/choice';
import { CollapsibleSection } from '../controls/collapsibleSection';
import { ConfirmButton } from '../controls/confirmation';
import { FailureMessage, Outcome } from '../controls/failureMessage';
import { fieldMessage } from '../controls/fieldMessage';
import { NumberSetting } from '../controls/numberSetting';
import { readBaseAddress } from '../shell/baseAddress';
import { sharingWanted, usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';
import { useDraft } from '../shell/useDraft';
import { useEngineState } from '../shell/useEngine';
import { useVersion } from '../shell/useVersion';
import { failureText } from '../text/failureText';
import { bytes, duration, plural } from '../text/words';
import { DiagnosticsCard } from './diagnosticsCard';
import { AssumptionsList, LanguageNotes, WireNames } from './serviceNotes';

/** The settings, with one way to change them that says when they could not be stored. */
function useSettings() {
  const { runtime, announce } = usePane();
  const store = runtime.settings;
  useVersion(useCallback((listener: () => void) => store.subscribe(listener), [store]));
  const [failure, setFailure] = useState('');
  const update = (change: Partial<Settings>) =>
    void store.update(change).then(
      () => {
        setFailure('');
        announce('Saved');
      },
      (error: unknown) => setFailure(failureText(error)),
    );
  return { settings: store.current(), failure, update };
}

type Actions = ReturnType<typeof useSettings>;

interface NumberRow {
  readonly name: 'askAbove' | 'dailyCap' | 'concurrency';
  readonly label: string;
  readonly help: string;
  readonly unit?: string;
  /** What an empty field means; without it the field must be filled. */
  readonly empty?: string;
  readonly min: number;
  readonly max: number;
}

interface FlagRow {
  readonly flag: 'roundCounts' | 'reuseCounts' | 'formatTables';
  readonly label: string;
  readonly help: string;
}

interface Section {
  readonly title: string;
  readonly filled?: (settings: Settings) => number;
  readonly rows?: readonly (NumberRow | FlagRow)[];
  readonly More?: (actions: Actions) => ReactElement;
}

const sections: readonly Section[] = [
  {
    title: 'Spending',
    rows: [
      {
        name: 'askAbove',
        label: 'Ask me above',
        help: 'Formulas that would spend more than this within 10 minutes, or four times as much in a day, wait for your approval in Activity.',
        unit: 'credits',
        min: 0,
        max: 1_000_000,
      },
      {
        name: 'dailyCap',
        label: 'Daily cap',
        help: 'Applies to all open windows together. Anything above it waits for your approval. Leave empty for no cap.',
        unit: 'credits',
        empty: 'No cap',
        min: 0,
        max: 10_000_000,
      },
      {
        flag: 'roundCounts',
        label: 'Fetch the whole paid block',
        help: '16 results can cost the same as 30. Spillway then fetches all 30 and keeps the rest in the cache.',
      },
      {
        flag: 'reuseCounts',
        label: 'Reuse larger results for smaller counts',
        help: 'If 50 results are in the cache, a formula for the first 10 is free.',
      },
    ],
  },
  { title: 'Freshness', filled: ({ ages }) => Object.keys(ages).length, More: AgeSettings },
  { title: 'Cache', More: CacheSettings },
  {
    title: 'Inserted tables',
    rows: [
      {
        flag: 'formatTables',
        label: 'Format inserted tables',
        help: 'Marks the headings and widens narrow columns when you insert a formula. To revert this, use Undo.',
      },
    ],
  },
  {
    title: 'Connection',
    rows: [
      {
        name: 'concurrency',
        label: 'Concurrent requests',
        help: 'Fewer requests put less load on the service. Spillway always stays within your plan’s rate limits.',
        min: 1,
        max: 20,
      },
    ],
    More: BaseAddress,
  },
  { title: 'Language and numbers', More: LanguageNotes },
  { title: 'Diagnostics', More: () => <DiagnosticsCard /> },
  {
    title: 'Wire names',
    filled: ({ wireNames: mapped }) => Object.keys(mapped).length,
    More: WireNames,
  },
  { title: 'Assumptions about the service', More: AssumptionsList },
];

export function SettingsView({ sharing }: { readonly sharing: ReactElement }) {
  const { drafts } = usePane();
  const actions = useSettings();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">Settings</h1>
      <FailureMessage says={actions.failure} />
      {sections.map(({ title, filled, rows = [], More }, index) => (
        <div key={title} className="sw-stack">
          <CollapsibleSection title={title} filled={filled?.(actions.settings) ?? 0} open={index === 0}>
            <div className="sw-stack">
              {rows.map((row) => (
                <SettingRow key={row.label} row={row} {...actions} />
              ))}
              {More && <More {...actions} />}
            </div>
          </CollapsibleSection>
          {index === 0 && (
            <CollapsibleSection
              title="Freeze for sharing"
              open={drafts.read<boolean>(sharingWanted) ?? false}
            >
              {sharing}
            </CollapsibleSection>
          )}
        </div>
      ))}
      <Reset />
    </div>
  );
}

function SettingRow({ row, settings, update }: Actions & { readonly row: NumberRow | FlagRow }) {
  if ('flag' in row)
    return (
      <div>
        <Switch
          label={row.label}
          checked={settings[row.flag]}
          onChange={(_event, { checked }) => update({ [row.flag]: checked })}
        />
        <p className="sw-small sw-indent">{row.help}</p>
      </div>
    );
  const { name, ...field } = row;
  return <NumberSetting {...field} value={settings[name]} onStore={(value) => update({ [name]: value })} />;
}

const hour = 3_600_000;
const ages = [hour, 6 * hour, 12 * hour, 24 * hour, 3 * 24 * hour, 7 * 24 * hour, 30 * 24 * hour];

/** How old a value may become before it is asked for again, for each source. */
function AgeSettings({ settings, update }: Actions) {
  return (
    <>
      <p className="sw-small">
        With an age limit, results are fetched again, and charged, whenever Excel recalculates an older one.
      </p>
      {operationIds.map((id) => {
        const { [id]: own, ...others } = settings.ages;
        const known = own === undefined || ages.includes(own) ? ages : [...ages, own];
        return (
          <Choice
            key={id}
            label={operationOf(id).title}
            value={own === undefined ? '' : String(own)}
            choices={[
              ['', 'Keep until I refresh (default)'],
              ...known.map((age) => [String(age), `Fetch again after ${duration(age)}`] as const),
            ]}
            onChange={(text) => update({ ages: text === '' ? others : { ...others, [id]: Number(text) } })}
          />
        );
      })}
    </>
  );
}

const mega = 1_000_000;

/** What is kept, how much of it, and clearing it. */
function CacheSettings({ settings, update }: Actions) {
  const { engine } = usePane().runtime;
  const { cache } = useEngineState();
  const { busy, says, attempt } = useAttempt();
  const clear = () =>
    attempt(async () => {
      await engine.clearCache();
      return 'The cache is empty.';
    });
  const forget = () =>
    attempt(async () => {
      await engine.forgetFailures();
      return 'Failures cleared. Cells try again when Excel calculates them.';
    });
  return (
    <>
      <p>
        {plural(cache.entries, 'result')}, {bytes(cache.bytes)}
      </p>
      <NumberSetting
        label="Maximum size"
        help={`Leave empty to use what the browser allows, currently ${bytes(cache.limit)}. When the cache is full, the least recently used results are removed.`}
        unit="MB"
        empty="Automatic"
        value={settings.cacheBytes === undefined ? undefined : Math.round(settings.cacheBytes / mega)}
        min={1}
        max={2_000}
        onStore={(value) => update({ cacheBytes: value === undefined ? undefined : value * mega })}
      />
      <Outcome says={says} />
      <div className="sw-row">
        <ConfirmButton
          label="Clear cache"
          isOff={cache.entries === 0}
          question="Clear cache?"
          action="Clear"
          onConfirm={() => void clear()}
        >
          <p>
            Your formulas will show Held. Fetching their results again costs credits and requires your
            approval.
          </p>
        </ConfirmButton>
        <Button size="small" disabledFocusable={busy} onClick={() => void forget()}>
          Clear failures
        </Button>
      </div>
    </>
  );
}

function BaseAddress({ settings, update }: Actions) {
  const { gateway } = usePane();
  const [base, setBase] = useDraft('baseUrl', () => settings.baseUrl);
  const address = readBaseAddress(base);
  return (
    <>
      {gateway.mode !== 'none' && (
        <p className="sw-small">
          This pane comes from a gateway in {gateway.mode} mode. To use it, leave the base address empty.
        </p>
      )}
      <Field
        label="Base address"
        {...fieldMessage(
          'The address of the service. Required only without a gateway.',
          'wrong' in address ? address.wrong : undefined,
        )}
      >
        <Input
          size="small"
          type="url"
          value={base}
          placeholder="Server of this pane"
          onChange={(_event, { value }) => setBase(value)}
          onBlur={() =>
            'url' in address && address.url !== settings.baseUrl && update({ baseUrl: address.url })
          }
        />
      </Field>
    </>
  );
}

function Reset() {
  const { runtime } = usePane();
  const { says, attempt } = useAttempt();
  const reset = () =>
    attempt(async () => {
      await runtime.settings.reset();
      return 'All settings have their defaults again.';
    });
  return (
    <>
      <Outcome says={says} />
      <ConfirmButton
        label="Reset settings"
        question="Reset settings?"
        action="Reset"
        onConfirm={() => void reset()}
      >
        <p>All settings return to their defaults. Your key, cache, and filter sets don’t change.</p>
      </ConfirmButton>
    </>
  );
}
