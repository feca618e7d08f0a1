// What came of an action, on screen and for screen readers: a failure interrupts, an outcome waits its turn.
import { MessageBar, MessageBarBody } from '@fluentui/react-components';

export const FailureMessage = ({ says }: { readonly says: string | undefined }) =>
  says ? (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{says}</MessageBarBody>
    </MessageBar>
  ) : null;

export const Outcome = ({ says }: { readonly says: string }) => (says ? <p role="status">{says}</p> : null);
