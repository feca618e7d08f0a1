// The words that the entries of a list must contain.
import { Field, Input } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';

interface Properties {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const SearchField = ({ value, onChange }: Properties) => (
  <Field label="Search">
    <Input
      size="small"
      contentBefore={<SearchRegular aria-hidden />}
      value={value}
      onChange={(_event, { value: text }) => onChange(text)}
    />
  </Field>
);
