// The conditions under which histories of the money model are played, each with its part of the runs.
import type fc from 'fast-check';
import type { Settings } from '../../../../src/engine/request/settings';
import {
  histories,
  historiesWithAges,
  historiesWithAgesAlone,
  historiesWithCounts,
  historiesWithFullness,
  historiesWithOutages,
  historiesWithoutLocks,
  historiesWithPages,
  historiesWithPromises,
  historiesWithService,
  type History,
} from './steps';

export interface Condition {
  readonly histories: fc.Arbitrary<History>;
  readonly limits: Partial<Settings>;
  /** Of the number of histories. */
  readonly share: number;
  /** In the end, Run must settle all that is held. */
  readonly isLive: boolean;
}

const condition = (limits: Partial<Settings>, more: Partial<Condition> = {}): Condition => ({
  histories,
  limits,
  share: 1,
  isLive: true,
  ...more,
});

const withOutages = { histories: historiesWithOutages, share: 0.5 };

export const conditions = {
  'an ask-me limit': condition({}),
  'a daily cap': condition({ dailyCap: 40 }),
  'counts that are not shared': condition({ reuseCounts: false }, { share: 0.5 }),
  'a cache that is too small': condition({ cacheBytes: 8_000 }, { share: 0.5, isLive: false }),
  'a store that fails or hangs for a while': condition({}, withOutages),
  'a daily cap and a store that fails or hangs for a while': condition({ dailyCap: 40 }, withOutages),
  'an age limit': condition(
    { ages: { bizbureau: 300_000 } },
    { histories: historiesWithAges, isLive: false },
  ),
  'pages that freeze and messages that are lost': condition(
    { dailyCap: 40 },
    { histories: historiesWithPages, share: 0.5 },
  ),
  'counts that are switched': condition({}, { histories: historiesWithCounts, share: 0.25, isLive: false }),
  'a store that is full for a while': condition(
    { dailyCap: 40 },
    { histories: historiesWithFullness, share: 0.25, isLive: false },
  ),
  'a service that is slow, limits requests and shows charges late': condition(
    { dailyCap: 40 },
    { histories: historiesWithService, share: 0.5, isLive: false },
  ),
  'a gateway that promises responses': condition(
    { baseUrl: '', dailyCap: 70 },
    { histories: historiesWithPromises, share: 0.5 },
  ),
  'a browser without locks': condition({}, { histories: historiesWithoutLocks, share: 0.5, isLive: false }),
  'an age limit in a browser without locks': condition(
    { ages: { bizbureau: 300_000 } },
    { histories: historiesWithAgesAlone, share: 0.5, isLive: false },
  ),
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;
