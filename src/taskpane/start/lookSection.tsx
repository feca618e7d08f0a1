// A company's look: the accent color and the font of the sheets that templates add, set once and kept for the user.
import { Button, Field, Input } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { UserStrings } from '../../excel/runtime';
import { InputFault } from '../../spill/inputFault';
import { readLook, standardLook, usualFonts, type Look } from '../../templates/look';
import { t } from '../../languages/t';
import { CollapsibleSection } from '../controls/collapsibleSection';
import { OutcomeText } from '../controls/failureMessage';
import { usePane } from '../shell/paneContext';
import { useAttempt } from '../shell/useAttempt';

const storedKey = 'look';

/** The standard look where none was set, or it cannot be read. */
export async function storedLook(strings: UserStrings): Promise<Look> {
  try {
    return readLook(JSON.parse((await strings.get(storedKey)) ?? 'null')) ?? standardLook;
  } catch {
    return standardLook;
  }
}

export function LookSection() {
  const { strings } = usePane().runtime;
  const [look, setLook] = useState<Look>();
  const { says, attempt } = useAttempt();
  useEffect(() => void storedLook(strings).then(setLook), [strings]);
  const save = useCallback(
    (next: Look) => {
      setLook(next);
      void attempt(async () => {
        const read = readLook(next);
        if (!read) throw new InputFault(t('start.thisIsNotAFont'));
        await strings.set(storedKey, JSON.stringify(read));
        return t('start.sheetsAddedFromNow');
      });
    },
    [strings, attempt],
  );
  if (!look) return null;
  return (
    <CollapsibleSection title={t('start.companyLook')}>
      <div className="sw-stack">
        <p className="sw-small">{t('start.anAccentColorAnd')}</p>
        <Field label={t('start.accentColor')}>
          {(field) => (
            <input
              {...field}
              type="color"
              value={look.accent}
              onChange={({ target }) => save({ ...look, accent: target.value })}
            />
          )}
        </Field>
        <Field label={t('start.font')} hint={t('start.leaveItEmptyFor')}>
          <Input
            size="small"
            list="look-fonts"
            value={look.font}
            onChange={(_event, { value }) => setLook({ ...look, font: value })}
            onBlur={() => save(look)}
          />
        </Field>
        <datalist id="look-fonts">
          {usualFonts.map((font) => (
            <option key={font} value={font} />
          ))}
        </datalist>
        <div className="sw-row">
          <Button size="small" onClick={() => save(standardLook)}>
            {t('start.standardLook')}
          </Button>
        </div>
        <OutcomeText says={says} />
      </div>
    </CollapsibleSection>
  );
}
