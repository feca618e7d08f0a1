// A button that starts something: it turns and cannot be pressed twice while that runs, and keeps the focus.
import { Button, Spinner, type ButtonProps } from '@fluentui/react-components';

type Properties = Omit<ButtonProps & { as?: 'button' }, 'icon'> & { readonly busy: boolean };

export const BusyButton = ({ busy, disabledFocusable = false, ...others }: Properties) => (
  <Button
    disabledFocusable={busy || disabledFocusable}
    {...(busy && { icon: <Spinner size="tiny" /> })}
    {...others}
  />
);
