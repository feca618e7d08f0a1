// The documentation site, which the gateway serves beside the add-in.
import { t } from '../../languages/t';
import { Link } from '@fluentui/react-components';

export const HelpLink = () => (
  <footer className="sw-foot">
    <Link href="help/" target="_blank" rel="noopener">
      {t('shell.help')}
    </Link>
  </footer>
);
