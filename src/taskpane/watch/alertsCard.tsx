// The alerts of one's watches, the newest first. Whoever has them on screen has seen them; those that were new stay marked meanwhile.
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { ShownAlert } from '../../excel/runtime';
import { alertText } from '../../history/watchAlert';
import { usePane } from '../shell/paneContext';
import { credits, moment, plural } from '../text/words';

interface Properties {
  readonly alerts: readonly ShownAlert[];
  /** Those that were not seen before, by `alertKey`. */
  readonly fresh: ReadonlySet<string>;
}

export const alertKey = ({ watch, number }: ShownAlert): string => `${watch} ${number}`;

const few = 5;

export function AlertsCard({ alerts, fresh }: Properties) {
  const { now } = usePane();
  const [isWhole, setWhole] = useState(false);
  if (alerts.length === 0) return null;
  const unseen = alerts.filter((alert) => fresh.has(alertKey(alert))).length;
  const shown = isWhole ? alerts : alerts.slice(0, Math.max(few, unseen));
  return (
    <section className="sw-card sw-stack" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts</h2>
      <ul className="sw-list">
        {shown.map((alert) => (
          <li key={alertKey(alert)}>
            <AlertLine alert={alert} isNew={fresh.has(alertKey(alert))} now={now()} />
          </li>
        ))}
      </ul>
      {shown.length < alerts.length && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {`Show all ${plural(alerts.length, 'alert')}`}
          </Button>
        </div>
      )}
    </section>
  );
}

interface LineProperties {
  readonly alert: ShownAlert;
  readonly isNew: boolean;
  readonly now: number;
}

function AlertLine({ alert, isNew, now }: LineProperties) {
  const { at, name, cell, credits: cost } = alert;
  const facts = [
    `Seen ${moment(at, now)}`,
    cell === undefined || cell === name ? name : `${name}, ${cell}`,
    ...(cost === undefined ? [] : [`the run cost ${credits(cost)}`]),
  ];
  return (
    <div className="sw-line">
      <span className={isNew ? 'sw-fresh' : undefined}>
        {isNew && <span className="sw-unseen">New: </span>}
        {alertText(alert)}
      </span>
      <span className="sw-small">{`${facts.join(' · ')}.`}</span>
    </div>
  );
}
