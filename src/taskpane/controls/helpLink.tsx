// The documentation site, which the gateway serves beside the add-in, in the language of the pane.
import { helpFolders } from '../../languages/files';
import { language, t } from '../../languages/t';
import { Link } from '@fluentui/react-components';

/** A page of it, or its start page; in English where it has none in the language. */
export const helpAddress = (page = ''): string => (helpFolders[language().tag] ?? 'help/') + page;

export const HelpLink = () => (
  <footer className="sw-foot">
    <Link href={helpAddress()} target="_blank" rel="noopener">
      {t('shell.help')}
    </Link>
  </footer>
);
