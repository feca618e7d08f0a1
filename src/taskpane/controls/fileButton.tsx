// A button that lets a person choose a file of theirs.
import { t } from '../../languages/t';
import { Button } from '@fluentui/react-components';
import { useRef } from 'react';

interface Properties {
  readonly label: string;
  /** What the button says; that it imports a file by default. */
  readonly says?: string;
  /** Which files are offered; JSON by default. */
  readonly accept?: string;
  readonly busy?: boolean;
  readonly onChoose: (file: File) => void;
}

export function FileButton({
  label,
  says = t('shell.importFile'),
  accept = '.json,application/json',
  busy = false,
  onChoose,
}: Properties) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" disabledFocusable={busy} onClick={() => input.current?.click()}>
        {says}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onChoose(chosen);
          target.value = '';
        }}
      />
    </>
  );
}
