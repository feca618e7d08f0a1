// The documentation site, which the gateway serves beside the add-in, in the language of the pane.
import { language, t } from '../../languages/t';
import { Link } from '@fluentui/react-components';

/** A page of it, or its start page. */
export function helpAddress(page = ''): string {
  const { tag } = language();
  return tag === 'en' ? `help/${page}` : `help/${tag}/${page}`;
}

export const HelpLink = () => (
  <footer className="sw-foot">
    <Link href={helpAddress()} target="_blank" rel="noopener">
      {t('shell.help')}
    </Link>
  </footer>
);
