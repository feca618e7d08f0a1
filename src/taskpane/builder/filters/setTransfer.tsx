// Filter sets out of and into a JSON file.
import { Button, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { FileButton } from '../../controls/fileButton';
import { writeSets } from '../../formulas/filterSets/setFile';
import { saveFile } from '../../shell/saveFile';
import type { FilterSetActions } from './useFilterSets';

export function SetTransfer({ sets }: { readonly sets: FilterSetActions }) {
  const [text, setText] = useState<string>();
  const take = async (chosen: File) => sets.importText('workbook', await chosen.text());
  return (
    <div className="sw-stack">
      <div className="sw-row">
        <Button
          size="small"
          disabledFocusable={sets.all.length === 0}
          onClick={() =>
            saveFile(
              'spillway-filter-sets.json',
              writeSets(sets.all.map(({ set }) => set)),
              'application/json',
            )
          }
        >
          Export as JSON
        </Button>
        <FileButton label="Filter set file" onChoose={(file) => void take(file)} />
        <Button
          size="small"
          aria-expanded={text !== undefined}
          onClick={() => setText(text === undefined ? '' : undefined)}
        >
          Import text
        </Button>
      </div>
      {text !== undefined && (
        <form
          className="sw-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void sets.importText('workbook', text).then((done) => done && setText(undefined));
          }}
        >
          <Field label="Filter sets as JSON">
            <Textarea autoFocus value={text} onChange={(_event, { value }) => setText(value)} />
          </Field>
          <Button size="small" type="submit" appearance="primary">
            Import
          </Button>
        </form>
      )}
    </div>
  );
}
