// Your own templates: the open sheet saved as one, and files from elsewhere.
import { Button, Input, Spinner } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FocusScope } from '../controls/focusScope';
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
  const file = useRef<HTMLInputElement>(null);
  const take = (chosen: File | undefined) =>
    chosen && attempt(async () => own.importText(chosen.size > longestFile ? '' : await chosen.text()));
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
        <Button size="small" disabledFocusable={busy} onClick={() => file.current?.click()}>
          Import file
        </Button>
      </FocusScope>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Template file"
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </section>
  );
}

function SaveForm({ own, tried }: { readonly own: OwnTemplatesActions; readonly tried: Attempt }) {
  const [title, setTitle] = useState<string>();
  const { busy, attempt } = tried;
  if (title === undefined)
    return (
      <Button
        size="small"
        disabledFocusable={busy}
        {...(busy && { icon: <Spinner size="tiny" /> })}
        onClick={() => setTitle('')}
      >
        Save this sheet as a template
      </Button>
    );
  return (
    <form
      className="sw-row"
      onSubmit={(event) => {
        event.preventDefault();
        setTitle(undefined);
        void attempt(() => own.save(title));
      }}
    >
      <Input
        size="small"
        autoFocus
        aria-label="Name of the template"
        placeholder="Name"
        maxLength={60}
        value={title}
        onChange={(_event, { value }) => setTitle(value)}
      />
      <Button size="small" type="submit" appearance="primary" disabledFocusable={title.trim() === ''}>
        Save
      </Button>
      <Button size="small" onClick={() => setTitle(undefined)}>
        Cancel
      </Button>
    </form>
  );
}
