// One template: what it makes, what it needs, what it costs; and a question before sheets are added.
import { Button, Select } from '@fluentui/react-components';
import { useState } from 'react';
import type { Template } from '../../templates/template';
import { BusyButton } from '../controls/busyButton';
import { FocusScope } from '../controls/focusScope';
import { useAttempt } from '../shell/useAttempt';
import { plural } from '../text/words';
import { TemplatePicture } from './templatePicture';
import { priceLine } from './templatePrice';
import type { Templates } from './useTemplates';

interface Properties {
  readonly variants: readonly Template[];
  readonly host: Templates;
}

export function TemplateCard({ variants, host }: Properties) {
  const [chosen, setChosen] = useState(variants[0]?.id);
  const [asking, setAsking] = useState(false);
  const { busy, says, attempt } = useAttempt();
  const template = variants.find(({ id }) => id === chosen) ?? variants[0];
  if (!template) return null;
  const add = () => {
    setAsking(false);
    void attempt(() => host.add(template));
  };
  return (
    <article className="sw-card sw-template" aria-label={template.title}>
      <div className="sw-templateHead">
        <TemplatePicture title={template.title} />
        <div>
          <h2>{template.title}</h2>
          <p>{template.sentence}</p>
        </div>
      </div>
      <p className="sw-small">
        <b>Needs:</b> {template.needs} <b>Filling:</b> {priceLine(template)}.
      </p>
      {variants.length > 1 && (
        <Select
          size="small"
          aria-label={`Source of ${template.title}`}
          value={template.id}
          onChange={(_event, { value }) => setChosen(value)}
        >
          {variants.map(({ id, variant }) => (
            <option key={id} value={id}>
              {variant}
            </option>
          ))}
        </Select>
      )}
      {says && <p role="status">{says}</p>}
      <FocusScope className="sw-row">
        {asking ? (
          <>
            <p className="sw-small">
              Adds {plural(template.sheets.length, 'sheet')} (
              {template.sheets.map(({ name }) => name).join(', ')}
              ). Free.
            </p>
            <Button size="small" appearance="primary" onClick={add}>
              Add sheets
            </Button>
            <Button size="small" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <BusyButton
            size="small"
            busy={busy}
            aria-label={`Use ${template.title}`}
            onClick={() => setAsking(true)}
          >
            Use this template
          </BusyButton>
        )}
      </FocusScope>
    </article>
  );
}
