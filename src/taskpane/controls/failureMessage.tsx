// What came of an action, on screen and for screen readers: a failure interrupts, an outcome waits its turn.
import { MessageBar, MessageBarBody } from '@fluentui/react-components';

export const FailureMessage = ({ says }: { readonly says: string | undefined }) =>
  says ? (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{says}</MessageBarBody>
    </MessageBar>
  ) : null;

interface OutcomeProperties {
  readonly says: string;
  readonly isWarning?: boolean;
}

export const OutcomeText = ({ says, isWarning = false }: OutcomeProperties) =>
  says ? (
    <p role="status" className={isWarning ? 'sw-warn' : undefined}>
      {says}
    </p>
  ) : null;
