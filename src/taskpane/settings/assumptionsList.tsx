// Everything Spillway assumes about the service, and where codes come from, in one list that is open to see.
import { assumptions, codeSources, wireNameAssumptions } from '../../operations/assumptions';

export function AssumptionsList() {
  return (
    <section className="sw-stack" aria-labelledby="sw-assumptions">
      <h2 id="sw-assumptions">Assumptions about the service</h2>
      <p className="sw-small">The service’s documentation doesn’t specify these points.</p>
      <dl className="sw-terms">
        {[...Object.values(assumptions), ...Object.values(wireNameAssumptions)].map(
          ({ open, assumed, change }) => (
            <div key={open}>
              <dt>{open}</dt>
              <dd>
                {assumed} {change}
              </dd>
            </div>
          ),
        )}
      </dl>
      <h2>Where codes come from</h2>
      <dl className="sw-terms">
        {codeSources.map(({ code, from }) => (
          <div key={code}>
            <dt>{code}</dt>
            <dd>{from}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
