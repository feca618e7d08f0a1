// One limit as a bar with its numbers in words.
import type { MeterFacts } from './meters';

export function Meter({ facts }: { readonly facts: MeterFacts }) {
  const { id, label, used, limit, unit, share, level, state, reset } = facts;
  const numbers = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
  return (
    <li className={`sw-meter sw-level-${level}`}>
      <span className="sw-meter-label" id={`meter-${id}`}>
        {label}
      </span>
      <span className="sw-meter-numbers">{numbers}</span>
      <div
        className="sw-meter-track"
        role="meter"
        aria-labelledby={`meter-${id}`}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={[numbers, state, reset].filter(Boolean).join(', ')}
      >
        <div className="sw-meter-fill" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="sw-meter-note">
        {state && <strong>{state}</strong>}
        {state && ', '}
        {reset}
      </span>
    </li>
  );
}
