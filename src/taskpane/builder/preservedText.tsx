// Parts of a formula the form has no field for, shown as text that can be edited and is written back unchanged.
import { Button, Field, Input, Textarea } from '@fluentui/react-components';
import { Chips } from '../controls/chips';
import type { Draft } from '../formulas/draft/draft';

interface Properties {
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
}

export function PreservedText({ draft, onChange }: Properties) {
  const around = draft.before !== '=' || draft.after !== '';
  const raw = Object.entries(draft.raw);
  if (!around && draft.optionsText === '' && raw.length === 0) return null;
  return (
    <div className="sw-card sw-stack">
      {around && (
        <p className="sw-small">
          Part of a larger formula, which doesn’t change: <code>{`${draft.before}…${draft.after}`}</code>{' '}
          <Button size="small" onClick={() => onChange((old) => ({ ...old, before: '=', after: '' }))}>
            Keep only this call
          </Button>
        </p>
      )}
      {raw.length > 0 && (
        <div>
          <span className="sw-label">Sent without validation</span>
          <Chips
            label="Sent without validation"
            chips={raw.map(([name, value]) => ({ id: name, label: `${name}=${value}` }))}
            onRemove={(name) =>
              onChange(({ raw: { [name]: _gone, ...others }, ...rest }) => ({ ...rest, raw: others }))
            }
          />
        </div>
      )}
      {draft.optionsText !== '' && (
        <>
          <Field
            label="Options from the formula"
            hint="The form can’t show these options, so they stay as they are. The filters below don’t apply."
          >
            {draft.optionsText.length > 40 ? (
              <Textarea
                size="small"
                value={draft.optionsText}
                onChange={(_event, { value }) => onChange((old) => ({ ...old, optionsText: value }))}
              />
            ) : (
              <Input
                size="small"
                value={draft.optionsText}
                onChange={(_event, { value }) => onChange((old) => ({ ...old, optionsText: value }))}
              />
            )}
          </Field>
          <Button size="small" onClick={() => onChange((old) => ({ ...old, optionsText: '' }))}>
            Replace with the form
          </Button>
        </>
      )}
    </div>
  );
}
