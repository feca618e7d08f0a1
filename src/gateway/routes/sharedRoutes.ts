// Matches and filter sets of everyone who shares a history. The add-in sends what was decided in a workbook, and offers what others
// decided. None of these routes calls the service.
//
//   GET  /gateway/shared    all of them, with those that were taken back
//   POST /gateway/shared    what was changed; the later change of an entry stands
import { Hono } from 'hono';
import { z } from 'zod';
import type { GatewayHistory } from '../history/gatewayHistory';
import type { GatewayEnv } from '../http/gatewayEnv';
import { isProblem, Problem, tryAgain } from '../http/problem';
import { responder, type CallerParts } from '../people/callerOf';
import { filterSet, matchSchema, type SharedBook } from '../shared/sharedBook';
import { sharedPath } from '../../protocol/gateway';
import { readForm } from './requestBody';

export interface SharedRouteParts extends CallerParts {
  readonly shared: SharedBook;
  readonly history: GatewayHistory;
  readonly elapsed: () => number;
}

const form = z.strictObject({
  matches: z.array(matchSchema).max(1_000).default([]),
  filters: z.array(filterSet).max(1_000).default([]),
});

export function sharedRoutes(parts: SharedRouteParts): Hono<GatewayEnv> {
  const { shared, history } = parts;
  const routes = new Hono<GatewayEnv>();
  const respond = responder(parts);

  routes.get(sharedPath, (c) => respond(c, (person) => Promise.resolve(shared.of(history.scopeOf(person)))));

  routes.post(sharedPath, (c) =>
    respond(c, async (person) => {
      const given = await readForm(c, form);
      // Whoever only claims to have a key has no history.
      if ((await history.of(person).size()).items === 0)
        throw new Problem(409, 'The gateway has no history of yours yet.');
      await shared.put(history.scopeOf(person), given).catch((error: unknown) => {
        throw isProblem(error) ? error : tryAgain(503, 'Matches cannot be kept at the moment. Try again.');
      });
      return {};
    }),
  );
  return routes;
}
