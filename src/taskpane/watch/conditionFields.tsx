// The part of the form of a watch that says when it alerts. It costs nothing, so a change here leaves the price that was shown.
import { Act } from '../controls/actions';
import type { ConditionKind } from '../../protocol/watches';
import { t, texts } from '../../languages/t';
import type { OperationId } from '../../operations';
import { Choice, CollapsibleSection, TextField, Tick } from '../controls/fields';
import {
  directionLabels,
  fieldChoices,
  isOwn,
  kindChoices,
  usualCurrency,
  type ConditionDraft,
} from './conditionText';

interface Properties {
  readonly drafts: readonly ConditionDraft[];
  readonly operations: readonly OperationId[];
  readonly onChange: (drafts: readonly ConditionDraft[]) => void;
  readonly onAdd: () => void;
  /** Where one's own prices are, in a sentence; empty where nobody has said. */
  readonly prices: string;
  readonly onPrices: () => void;
}

const most = 8;

export function ConditionFields({ drafts, operations, onChange, onAdd, prices, onPrices }: Properties) {
  const replace = (draft: ConditionDraft) =>
    onChange(drafts.map((other) => (other.id === draft.id ? draft : other)));
  return (
    <div className="sw-stack">
      {drafts.map((draft, index) => (
        <ConditionRow
          key={draft.id}
          number={index + 1}
          draft={draft}
          operations={operations}
          onChange={replace}
          onRemove={() => onChange(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      {drafts.some(({ kind }) => kind === 'cheaper') && <OwnPrices prices={prices} onPrices={onPrices} />}
      {drafts.length < most && <Act says={t('watch.addAnAlert')} onClick={onAdd} />}
    </div>
  );
}

const OwnPrices = ({ prices, onPrices }: Pick<Properties, 'prices' | 'onPrices'>) => (
  <div role="group" aria-label={t('watch.ownPrices')} className="sw-group sw-stack">
    <span className="sw-small">{prices || t('watch.selectYourList')}</span>
    <Act says={t('watch.useTheSelectedCells')} onClick={onPrices} />
  </div>
);

interface RowProperties {
  readonly number: number;
  readonly draft: ConditionDraft;
  readonly operations: readonly OperationId[];
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ number, draft, operations, onChange, onRemove }: RowProperties) {
  const { kind, field } = draft;
  const fields = fieldChoices(operations, kind);
  const isLimit = kind === 'below' || kind === 'above';
  const turn = (next: ConditionKind) => {
    const paths = fieldChoices(operations, next).map(([path]) => path);
    const chosen = paths.includes(field) ? field : (paths[0] ?? '');
    const currency = next === 'cheaper' ? usualCurrency(operations, chosen) : '';
    onChange({ ...draft, kind: next, field: chosen, currency });
  };
  return (
    <div role="group" aria-label={t('watch.alert', { number })} className="sw-group sw-stack">
      <div className="sw-two sw-level">
        {fields.length > 0 && (
          <Choice
            label={t('watch.alertMeWhen')}
            value={field}
            choices={fields}
            onChange={(path) => onChange({ ...draft, field: path })}
          />
        )}
        <Choice
          label={t(fields.length > 0 ? 'watch.condition' : 'watch.alertMeWhenAn')}
          value={kind}
          choices={kindChoices(operations)}
          onChange={turn}
        />
        {(isLimit || kind === 'changed') && (
          <TextField
            inputMode="decimal"
            label={t(isLimit ? 'watch.limit' : 'watch.percent')}
            value={draft.value}
            onChange={(value) => onChange({ ...draft, value })}
          />
        )}
        {kind === 'cheaper' && (
          <TextField
            label={t('watch.currencyOfYourPrices')}
            maxLength={3}
            value={draft.currency}
            onChange={(currency) => onChange({ ...draft, currency })}
          />
        )}
        {kind === 'changed' && (
          <Choice
            label={t('watch.direction')}
            value={draft.direction}
            choices={texts(directionLabels)}
            onChange={(direction) => onChange({ ...draft, direction })}
          />
        )}
      </div>
      {isOwn(draft) && (
        <span className="sw-small">
          {t(kind === 'cheaper' ? 'watch.ofASearchOnly' : 'watch.forProductsThatYou')}
        </span>
      )}
      {kind !== 'gone' && <Details draft={draft} onChange={onChange} />}
      <Act says={t('common.remove')} onClick={onRemove} aria-label={t('watch.removeAlert', { number })} />
    </div>
  );
}

function Details({ draft, onChange }: Pick<RowProperties, 'draft' | 'onChange'>) {
  const { kind } = draft;
  const isLimit = kind === 'below' || kind === 'above' || kind === 'cheaper';
  return (
    <CollapsibleSection title={t('watch.whatCountsAsNews')}>
      {kind !== 'changed' && (
        <Tick
          label={t('watch.alsoWhatIsSo')}
          checked={draft.already}
          onChange={(already) => onChange({ ...draft, already })}
        />
      )}
      <div className="sw-two sw-level">
        {(isLimit || kind === 'changed') && (
          <TextField
            inputMode="decimal"
            label={t('watch.ignoreChangesBelow')}
            value={draft.least}
            onChange={(least) => onChange({ ...draft, least })}
          />
        )}
        {isLimit && (
          <TextField
            inputMode="decimal"
            label={t('watch.againOnceBackBy')}
            placeholder="1"
            value={draft.margin}
            onChange={(margin) => onChange({ ...draft, margin })}
          />
        )}
        {kind !== 'changed' && kind !== 'candidate' && (
          <TextField
            inputMode="decimal"
            label={t('watch.orAgainAfterDays')}
            placeholder={t('watch.never')}
            value={draft.days}
            onChange={(days) => onChange({ ...draft, days })}
          />
        )}
      </div>
    </CollapsibleSection>
  );
}
