// Something went wrong: said at once, by a screen reader too.
import { MessageBar, MessageBarBody } from '@fluentui/react-components';

export const FailureMessage = ({ says }: { readonly says: string | undefined }) =>
  says ? (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>{says}</MessageBarBody>
    </MessageBar>
  ) : null;
