import { operationIds, operationOf } from '../../../src/operations';
import { labelOf } from '../../../src/operations/check/labels';

const closedLists = operationIds.flatMap((id) =>
  Object.values(operationOf(id).params).flatMap((parameter) =>
    parameter.kind === 'choice'
      ? [parameter.values]
      : parameter.kind === 'list' && typeof parameter.of !== 'string'
        ? [parameter.of]
        : [],
  ),
);

it.each([
  ['free_wifi', 'Free WiFi'],
  ['bbq_facilities', 'BBQ facilities'],
  ['front_desk_24h', '24-hour front desk'],
  ['flat_screen_tv', 'Flat-screen TV'],
  ['express_check_in_or_out', 'Express check-in or check-out'],
  ['lgbtq_friendly', 'LGBTQ+ friendly'],
  ['game_console_ps4', 'Game console PlayStation 4'],
  ['blu_ray_player', 'Blu-ray player'],
  ['ipod_dock', 'iPod dock'],
  ['very_good_8', 'Very good: 8 or more'],
  ['CITY', 'City'],
  ['EUR', 'EUR – Euro'],
  ['pt-br', 'Brazilian Portuguese'],
  ['spa_tub', 'Spa tub'],
])('%s reads "%s"', (value, label) => expect(labelOf(value)).toBe(label));

it('gives each value of a list a label of its own, free of underscores', () => {
  for (const values of closedLists) {
    const labels = values.map((value) => labelOf(value));
    expect(labels.filter((label) => /_|undefined/.test(label))).toEqual([]);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  }
});
