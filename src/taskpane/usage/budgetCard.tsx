// What a person of a team may still spend today, and what the team may.
import type { TeamMember } from '../../engine/remote/client/teamMember';
import { credits } from '../text/words';
import { budgets } from './budgets';
import { Meter } from '../controls/meter';

export function BudgetCard({ member }: { readonly member: TeamMember }) {
  return (
    <section className="sw-card" aria-labelledby="budget-title">
      <h2 id="budget-title">Today’s budget</h2>
      <p className="sw-small sw-cut">{member.name}</p>
      <ul className="sw-meters" aria-label="Credits today">
        {budgets(member).map(({ label, spent, meter }) =>
          meter ? (
            <Meter key={label} facts={meter} />
          ) : (
            <li key={label} className="sw-meter">
              <span className="sw-meter-label">{label}</span>
              <span className="sw-meter-numbers">{credits(spent)} today, no limit</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
