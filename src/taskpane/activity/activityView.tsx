// What is being fetched, what waits for approval, and what everything cost.
import { DoctorCard } from './doctorCard';
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
    <DoctorCard />
    <LedgerCard />
  </div>
);
