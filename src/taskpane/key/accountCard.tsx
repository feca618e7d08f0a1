// Who pays for the requests: the Microsoft account, or else the saved key.
import { usePane } from '../shell/paneContext';
import { KeyCard } from './keyCard';
import { MicrosoftCard } from './microsoftCard';

export function AccountCard({ memberName }: { readonly memberName: string | undefined }) {
  const { microsoft } = usePane().runtime;
  return microsoft.account() ? <MicrosoftCard name={memberName} /> : <KeyCard />;
}
