// A company's look: the accent color, the font and the logo of the sheets that templates add, set once and kept for the user.
import { Field } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { UserStrings } from '../../excel/runtime';
import { InputFault } from '../../spill/inputFault';
import {
  mostLogoPixels,
  readLook,
  standardLook,
  usualFonts,
  type Logo,
  type Look,
} from '../../templates/look';
import { t } from '../../languages/t';
import { CollapsibleSection, TextField } from '../controls/fields';
import { FileButton, OutcomeText, Act } from '../controls/actions';
import { usePane, useAttempt } from '../shell/usePane';

const storedKey = 'look';

/** The standard look where none was set, or it cannot be read. */
export async function storedLook(strings: UserStrings): Promise<Look> {
  try {
    return readLook(JSON.parse((await strings.get(storedKey)) ?? 'null')) ?? standardLook;
  } catch {
    return standardLook;
  }
}

/** The picture as a PNG file that is small enough to be kept, whatever its kind and size. */
async function logoIn(file: Blob): Promise<Logo> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) throw new InputFault(t('start.notAPicture'));
  const scale = Math.min(1, mostLogoPixels.width / bitmap.width, mostLogoPixels.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale));
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const [, image = ''] = canvas.toDataURL('image/png').split(',');
  return { image, width: canvas.width, height: canvas.height };
}

export function LookSection() {
  const { strings } = usePane().runtime;
  const [look, setLook] = useState<Look>();
  const { says, attempt } = useAttempt();
  useEffect(() => void storedLook(strings).then(setLook), [strings]);
  const save = useCallback(
    (next: Look, file?: Blob) => {
      setLook(next);
      void attempt(async () => {
        const wanted = file ? { ...next, logo: await logoIn(file) } : next;
        const read = readLook(wanted);
        if (!read) throw new InputFault(t('start.thisIsNotAFont'));
        if (wanted.logo && !read.logo) throw new InputFault(t('start.notAPicture'));
        await strings.set(storedKey, JSON.stringify(read));
        setLook(read);
        return t('start.sheetsAddedFromNow');
      });
    },
    [strings, attempt],
  );
  if (!look) return null;
  const { logo } = look;
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
        <TextField
          label={t('start.font')}
          hint={t('start.leaveItEmptyFor')}
          list="look-fonts"
          value={look.font}
          onChange={(font) => setLook({ ...look, font })}
          onBlur={() => save(look)}
        />
        <datalist id="look-fonts">
          {usualFonts.map((font) => (
            <option key={font} value={font} />
          ))}
        </datalist>
        {logo && (
          <img
            src={`data:image/png;base64,${logo.image}`}
            alt={t('start.logo')}
            width={Math.round(logo.width / 2)}
          />
        )}
        <div className="sw-row">
          <FileButton
            label={t('start.logo')}
            says={t('start.chooseALogo')}
            accept="image/png,image/jpeg"
            onChoose={(file) => save(look, file)}
          />
          {logo && <Act says={t('start.removeLogo')} onClick={() => save({ ...look, logo: undefined })} />}
          <Act says={t('start.standardLook')} onClick={() => save(standardLook)} />
        </div>
        <OutcomeText says={says} />
      </div>
    </CollapsibleSection>
  );
}
