// What is going on, what waits for a decision, and what it all cost.
import { HeldCards } from './heldCards';
import { LedgerCard } from './ledgerCard';
import { QueueCard } from './queueCard';
import { RefreshCard } from './refreshCard';

export const ActivityView = () => (
  <div className="sw-view">
    <h1 className="sw-unseen">Activity</h1>
    <HeldCards />
    <QueueCard />
    <RefreshCard />
    <LedgerCard />
  </div>
);
