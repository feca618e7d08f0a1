// The right kind of field for a parameter of the table.
import '../../operations/valueHints';
import { usePane } from '../shell/paneContext';
import { EntryList } from '../controls/lists/entryList';
import { ValueField } from '../controls/valueField';
import { ValueList } from '../controls/lists/valueList';
import { operationOf } from '../../operations';
import type { Parameter } from '../../operations/table/parameter';
import { helpOf } from '../../operations/guides';
import { selectedReference } from '../formulas/draft/placedDraft';
import { listOf, setValue, textOf, toggleItem, type Draft } from '../formulas/draft/draft';

interface Properties {
  readonly draft: Draft;
  readonly name: string;
  readonly parameter: Parameter;
  readonly wrong?: string | undefined;
  /** Codes to suggest, if the parameter takes a code. */
  readonly codes?: readonly string[] | undefined;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  readonly onLeave: (name: string) => void;
}

export function ParameterField({ draft, name, parameter, wrong, codes, onChange, onLeave }: Properties) {
  const { workbook, announce } = usePane();
  const { positional, lookup, defaultCount } = operationOf(draft.operation);
  if (parameter.kind !== 'list') {
    const takeSelection = async () => {
      const selection = await workbook.selection();
      if (!selection) return;
      const reference = selectedReference(selection.address);
      if (reference === undefined) announce('Select one range of cells, then try again.', true);
      else onChange((old) => setValue(old, name, `=${reference}`));
    };
    return (
      <ValueField
        name={name}
        parameter={parameter}
        help={helpOf(draft.operation, name)}
        value={textOf(draft.values[name])}
        wrong={wrong}
        wide={name === lookup}
        suggestions={codes}
        fallback={fallbackOf(name, parameter, defaultCount)}
        onChange={(value) => onChange((old) => setValue(old, name, value))}
        onBlur={() => onLeave(name)}
        onUseSelection={positional.includes(name) ? () => void takeSelection() : undefined}
      />
    );
  }
  const items = listOf(draft.values[name]);
  if (typeof parameter.of !== 'string') {
    return (
      <ValueList
        name={name}
        label={parameter.label}
        help={helpOf(draft.operation, name)}
        values={parameter.of}
        chosen={items}
        wrong={wrong}
        onToggle={(value) => onChange((old) => toggleItem(old, name, value))}
      />
    );
  }
  return (
    <EntryList
      name={`${draft.operation} ${name}`}
      label={parameter.label}
      help={helpOf(draft.operation, name)}
      items={items}
      numbers={parameter.of === 'integer'}
      repeats={parameter.sequence === true}
      wrong={wrong}
      onChange={(value) => onChange((old) => setValue(old, name, value))}
    />
  );
}

function fallbackOf(
  name: string,
  parameter: Parameter,
  defaultCount: number | undefined,
): string | undefined {
  if (name === 'count' && defaultCount !== undefined) return String(defaultCount);
  if (parameter.kind === 'text') return parameter.default ?? parameter.example;
  return parameter.kind === 'integer' && parameter.default !== undefined
    ? String(parameter.default)
    : undefined;
}
