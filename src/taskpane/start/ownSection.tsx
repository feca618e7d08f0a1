// Your own templates: the open sheet saved as one, and files from elsewhere.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { BusyButton } from '../controls/busyButton';
import { FileButton } from '../controls/fileButton';
import { FocusScope } from '../controls/focusScope';
import { NameForm } from '../controls/nameForm';
import { useAttempt, type Attempt } from '../shell/useAttempt';
import { OwnCard } from './ownCard';
import type { OwnTemplatesActions } from './useOwnTemplates';
import type { Templates } from './useTemplates';

interface Properties {
  readonly own: OwnTemplatesActions;
  readonly host: Templates;
}

const longestFile = 1_000_000;

export function OwnSection({ own, host }: Properties) {
  const tried = useAttempt();
  const { busy, says, attempt } = tried;
  const take = (chosen: File) =>
    attempt(async () => own.importText(chosen.size > longestFile ? '' : await chosen.text()));
  return (
    <section className="sw-stack" aria-label="Your templates">
      <h2>Your templates</h2>
      {own.all.map((saved) => (
        <OwnCard key={saved.id} saved={saved} own={own} host={host} tried={tried} />
      ))}
      <p className="sw-small">
        Saves this sheet’s formulas, inputs, number formats, colors and widths, with the first rows of each
        result as samples. Charts and drop-down lists are not saved.
      </p>
      {says && <p role="status">{says}</p>}
      <FocusScope className="sw-row">
        {own.removed && (
          <Button size="small" disabledFocusable={busy} onClick={() => void attempt(own.undo)}>
            Undo delete
          </Button>
        )}
        <SaveForm own={own} tried={tried} />
        <FileButton label="Template file" busy={busy} onChoose={(file) => void take(file)} />
      </FocusScope>
    </section>
  );
}

function SaveForm({ own, tried }: { readonly own: OwnTemplatesActions; readonly tried: Attempt }) {
  const [naming, setNaming] = useState(false);
  const { busy, attempt } = tried;
  if (!naming)
    return (
      <BusyButton size="small" busy={busy} onClick={() => setNaming(true)}>
        Save this sheet as a template
      </BusyButton>
    );
  return (
    <NameForm
      label="Name of the template"
      onCancel={() => setNaming(false)}
      onSave={(title) => {
        setNaming(false);
        void attempt(() => own.save(title));
      }}
    />
  );
}
