// One of your own templates: use it, rename it, export it, delete it.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { SavedTemplate } from '../../excel/templates/own/ownTemplates';
import { toTemplate } from '../../excel/templates/own/toTemplate';
import { FocusScope } from '../controls/focusScope';
import { NameForm } from '../controls/nameForm';
import type { Attempt } from '../shell/useAttempt';
import { plural } from '../text/words';
import type { OwnTemplatesActions } from './useOwnTemplates';
import type { Templates } from './useTemplates';

interface Properties {
  readonly saved: SavedTemplate;
  readonly own: OwnTemplatesActions;
  readonly host: Templates;
  readonly tried: Attempt;
}

export function OwnCard({ saved, own, host, tried }: Properties) {
  const { id, template } = saved;
  const [renaming, setRenaming] = useState(false);
  const { busy, attempt } = tried;
  return (
    <article className="sw-card sw-template" aria-label={template.title}>
      <h3>{template.title}</h3>
      <p className="sw-small">
        Adds the sheet {template.sheet} with samples, free.
        {template.live.length > 0 &&
          ` ${plural(template.live.length, 'formula')} to fill; you see the price first.`}
      </p>
      <FocusScope className="sw-row">
        {renaming ? (
          <NameForm
            label="New name"
            initial={template.title}
            onCancel={() => setRenaming(false)}
            onSave={(title) => {
              setRenaming(false);
              void attempt(() => own.rename(id, title));
            }}
          />
        ) : (
          <>
            <Button
              size="small"
              disabledFocusable={busy}
              aria-label={`Use ${template.title}`}
              onClick={() => void attempt(() => host.add(toTemplate(id, template)))}
            >
              Use
            </Button>
            <Button size="small" disabledFocusable={busy} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button size="small" disabledFocusable={busy} onClick={() => own.exportFile(saved)}>
              Export
            </Button>
            <Button size="small" disabledFocusable={busy} onClick={() => void attempt(() => own.remove(id))}>
              Delete
            </Button>
          </>
        )}
      </FocusScope>
    </article>
  );
}
