// Everything a user can set, in sections that fold: what people change comes first, what explains comes last.
import { Switch } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import type { Settings } from '../../engine/request/settings';
import { operationIds, operationOf } from '../../operations';
import { languageNames } from '../../languages/files';
import { joined, named, t, type PlainKey } from '../../languages/t';
import { AgeChoice, Choice, CollapsibleSection, NumberSetting, StoredField } from '../controls/fields';
import { ConfirmButton, FailureMessage, OutcomeText, Act } from '../controls/actions';
import { readBaseAddress } from '../shell/baseAddress';
import { sharingWanted, usePane, useAttempt, useEngineState, useVersion } from '../shell/usePane';
import { bytes, plural } from '../text/words';
import { DiagnosticsCard, ExcelCheckCard } from './diagnosticsCard';
import { AssumptionsList, LanguageNotes, WireNamesForm } from './serviceNotes';

/** The settings, with one way to change them that says when they could not be stored. */
function useSettings() {
  const { settings: store } = usePane().runtime;
  useVersion(store);
  const { failure, attempt } = useAttempt();
  const update = (change: Partial<Settings>) => void attempt(() => store.update(change), t('common.saved'));
  return { settings: store.current(), failure, update };
}

type Actions = ReturnType<typeof useSettings>;

interface NumberRow {
  readonly name: 'askAbove' | 'dailyCap' | 'concurrency';
  readonly label: PlainKey;
  readonly help: PlainKey;
  readonly unit?: PlainKey;
  /** What an empty field means; without it the field must be filled. */
  readonly empty?: PlainKey;
  readonly min: number;
  readonly max: number;
}

interface FlagRow {
  readonly flag: 'roundCounts' | 'reuseCounts' | 'showNewer' | 'formatTables';
  readonly label: PlainKey;
  readonly help: PlainKey;
}

interface Section {
  readonly title: PlainKey;
  readonly filled?: (settings: Settings) => number;
  readonly rows?: readonly (NumberRow | FlagRow)[];
  readonly More?: (actions: Actions) => ReactElement;
}

const sections: readonly Section[] = [
  {
    title: 'common.spending',
    rows: [
      {
        name: 'askAbove',
        label: 'settings.askMeAbove',
        help: 'settings.formulasThatWouldSpend',
        unit: 'settings.credits',
        min: 0,
        max: 1_000_000,
      },
      {
        name: 'dailyCap',
        label: 'settings.dailyCap',
        help: 'settings.appliesToAllOpen',
        unit: 'settings.credits',
        empty: 'settings.noCap',
        min: 0,
        max: 10_000_000,
      },
      { flag: 'roundCounts', label: 'settings.fetchTheWholePaid', help: 'settings.wholeBlockHelp' },
      { flag: 'reuseCounts', label: 'settings.reuseLargerResultsFor', help: 'settings.reuseHelp' },
    ],
  },
  {
    title: 'settings.freshness',
    filled: ({ ages }) => Object.keys(ages).length,
    rows: [
      { flag: 'showNewer', label: 'settings.showNewerResultsOf', help: 'settings.resultsThatTheGateway' },
    ],
    More: AgeSettings,
  },
  { title: 'settings.cache', More: CacheSettings },
  {
    title: 'settings.insertedTables',
    rows: [
      { flag: 'formatTables', label: 'settings.formatInsertedTables', help: 'settings.marksTheHeadingsAnd' },
    ],
  },
  {
    title: 'settings.connection',
    rows: [
      {
        name: 'concurrency',
        label: 'settings.concurrentRequests',
        help: 'settings.fewerRequestsPutLess',
        min: 1,
        max: 20,
      },
    ],
    More: BaseAddress,
  },
  { title: 'settings.languageAndNumbers', More: LanguageSettings },
  { title: 'settings.checkThisExcel', More: () => <ExcelCheckCard /> },
  { title: 'settings.diagnostics', More: () => <DiagnosticsCard /> },
  {
    title: 'settings.wireNames',
    filled: ({ wireNames: mapped }) => Object.keys(mapped).length,
    More: WireNamesForm,
  },
  { title: 'settings.assumptionsAboutTheService', More: AssumptionsList },
];

export function SettingsView({ sharing }: { readonly sharing: ReactElement }) {
  const { drafts } = usePane();
  const actions = useSettings();
  return (
    <div className="sw-view">
      <h1 className="sw-unseen">{t('shell.settings')}</h1>
      <FailureMessage says={actions.failure} />
      {sections.map(({ title, filled, rows = [], More }, index) => (
        <div key={title} className="sw-stack">
          <CollapsibleSection title={t(title)} filled={filled?.(actions.settings) ?? 0} open={index === 0}>
            <div className="sw-stack">
              {rows.map((row) => (
                <SettingRow key={row.label} row={row} {...actions} />
              ))}
              {More && <More {...actions} />}
            </div>
          </CollapsibleSection>
          {index === 0 && (
            <CollapsibleSection
              title={t('settings.freezeForSharing')}
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
          label={t(row.label)}
          checked={settings[row.flag]}
          onChange={(_event, { checked }) => update({ [row.flag]: checked })}
        />
        <p className="sw-small sw-indent">{t(row.help)}</p>
      </div>
    );
  const { name, label, help, unit, empty, ...limits } = row;
  return (
    <NumberSetting
      {...limits}
      label={t(label)}
      hint={t(help)}
      {...(unit && { unit: t(unit) })}
      {...(empty && { empty: t(empty) })}
      value={settings[name]}
      onStore={(value) => update({ [name]: value })}
    />
  );
}

function LanguageSettings({ settings, update }: Actions) {
  return (
    <>
      <Choice
        label={t('settings.language')}
        value={settings.language}
        choices={{ '': t('settings.asInOffice'), ...languageNames }}
        onChange={(language) => update({ language })}
      />
      <LanguageNotes />
    </>
  );
}

/** How old a value may become before it is asked for again, for each source. */
function AgeSettings({ settings, update }: Actions) {
  return (
    <>
      <p className="sw-small">{t('settings.withAnAgeLimit')}</p>
      {operationIds.map((id) => {
        const { [id]: own, ...others } = settings.ages;
        return (
          <AgeChoice
            key={id}
            label={named(operationOf(id).title)}
            value={own}
            none={t('settings.keepUntilIRefresh')}
            textOf={(time) => t('settings.fetchAgainAfter', { time })}
            onChange={(age) => update({ ages: age === undefined ? others : { ...others, [id]: age } })}
          />
        );
      })}
    </>
  );
}

const mega = 1_000_000;

function CacheSettings({ settings, update }: Actions) {
  const { engine } = usePane().runtime;
  const { cache } = useEngineState();
  const { busy, says, attempt } = useAttempt();
  const clear = () => attempt(() => engine.clearCache(), t('settings.theCacheIsEmpty'));
  const forget = () => attempt(() => engine.forgetFailures(), t('settings.failuresClearedCellsTry'));
  return (
    <>
      <p>{joined('facts', [plural(cache.entries, 'result'), bytes(cache.bytes)])}</p>
      <NumberSetting
        label={t('common.maximumSize')}
        hint={t('settings.leaveEmptyToUse', { size: bytes(cache.limit) })}
        unit={t('settings.megabytes')}
        empty={t('common.automatic')}
        value={settings.cacheBytes === undefined ? undefined : Math.round(settings.cacheBytes / mega)}
        min={1}
        max={2_000}
        onStore={(value) => update({ cacheBytes: value === undefined ? undefined : value * mega })}
      />
      <OutcomeText says={says} />
      <div className="sw-row">
        <ConfirmButton
          label={t('settings.clearCache')}
          isOff={cache.entries === 0}
          question={t('settings.clearCache2')}
          action={t('settings.clear')}
          onConfirm={clear}
        >
          <p>{t('settings.yourFormulasWillShow')}</p>
        </ConfirmButton>
        <Act says={t('settings.clearFailures')} isOff={busy} onClick={forget} />
      </div>
    </>
  );
}

function BaseAddress({ settings, update }: Actions) {
  const { gateway } = usePane();
  return (
    <>
      {gateway.mode !== 'none' && (
        <p className="sw-small">{t('settings.thisPaneComesFrom', { mode: gateway.mode })}</p>
      )}
      <StoredField
        label={t('common.baseAddress')}
        hint={t('settings.theAddressOfThe')}
        type="url"
        value={settings.baseUrl}
        placeholder={t('settings.serverOfThisPane')}
        read={readBaseAddress}
        onStore={(baseUrl) => update({ baseUrl })}
      />
    </>
  );
}

function Reset() {
  const { runtime } = usePane();
  const { says, attempt } = useAttempt();
  const reset = () => attempt(() => runtime.settings.reset(), t('settings.allSettingsHaveTheir'));
  return (
    <>
      <OutcomeText says={says} />
      <ConfirmButton
        label={t('settings.resetSettings')}
        question={t('settings.resetSettings2')}
        action={t('settings.reset')}
        onConfirm={reset}
      >
        <p>{t('settings.allSettingsReturnTo')}</p>
      </ConfirmButton>
    </>
  );
}
