// The decisions about one's own products, kept in the workbook so that they travel with it. Where two people decided about the same
// item without knowing of each other, the later decision counts.
import { decisionKey, isDecision, type Decision } from '../../match/decision';
import type { DocumentLists } from '../document/documentLists';
import { keyedList } from '../document/keyedList';
import type { Matches } from '../runtime';
import { notSaved } from './filterSets';

export function workbookMatches(lists: DocumentLists): Matches {
  const list = keyedList(lists, { name: 'matches', isEntry: isDecision, nameOf: decisionKey, before: [] });
  let known: ReadonlyMap<string, Decision> | undefined;
  list.subscribe(() => (known = undefined));
  const all = () => (known ??= new Map(list.entries().map((entry) => [decisionKey(entry), entry])));
  const of: Matches['of'] = (operation, item) => all().get(decisionKey({ operation, item }));
  const saved = (change: Promise<void>) =>
    change.catch(() => {
      throw new Error(notSaved);
    });
  return {
    list: () => [...all().values()],
    of,
    acceptedOf: (operation, item) => {
      const decision = of(operation, item);
      return decision && new Set(decision.accepted.map(({ id }) => id));
    },
    decide: (decisions) => (decisions.length === 0 ? Promise.resolve() : saved(list.put(...decisions))),
    forget: (decisions) => saved(list.remove(...decisions.map(decisionKey))),
    subscribe: list.subscribe,
    opened: lists.opened,
  };
}
