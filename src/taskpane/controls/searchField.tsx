// The words that the entries of a list must contain.
import { t } from '../../languages/t';
import { Field, Input } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';

interface Properties {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const SearchField = ({ value, onChange }: Properties) => (
  <Field label={t('common.search')}>
    <Input
      size="small"
      contentBefore={<SearchRegular aria-hidden />}
      value={value}
      onChange={(_event, { value: text }) => onChange(text)}
    />
  </Field>
);
