import { indexValues, rankValues } from '../../../../src/operations/check/rankValues';
import { operationOf } from '../../../../src/operations';
import { filterIndex, choicesOf } from '../../../../src/taskpane/formulas/choices/valueSearch';

const find = (query: string) => rankValues(filterIndex(), query);
const values = (query: string) => find(query).map(({ value }) => value);

describe('the search over all lodging filters', () => {
  test('covers every value of every closed list and every yes/no filter', () => {
    const lists = Object.entries(operationOf('stays').params).flatMap(([name, parameter]) =>
      parameter.kind === 'list' && typeof parameter.of !== 'string' && name !== 'star_ratings'
        ? parameter.of.map((value) => `${name} ${value}`)
        : parameter.kind === 'flag'
          ? [`${name} yes`]
          : [],
    );
    expect(filterIndex().map(({ param, value }) => `${param} ${value}`)).toEqual(lists);
    expect(lists.length).toBeGreaterThan(547);
  });

  test.each([
    ['wifi', ['free_wifi', 'wifi_in_all_areas', 'wireless_internet', 'internet_facilities']],
    ['pool', ['indoor_pool', 'rooftop_pool', 'swimming_pool', 'private_pool']],
    ['gym', ['fitness_center', 'fitness', 'free_gym_access']],
    ['wheelchair', ['wheelchair_accessible', 'entire_unit_wheelchair_accessible', 'roll_in_shower']],
    ['parking', ['parking', 'free_parking', 'valet_parking', 'accessible_parking']],
    ['breakfast', ['breakfast_included', 'continental_breakfast', 'breakfast_in_the_room']],
    ['lift', ['elevator', 'upper_floors_by_elevator']],
    ['dog', ['pet_friendly', 'pet_bowls']],
    ['jacuzzi', ['hot_tub', 'spa_tub']],
    ['fridge', ['refrigerator']],
    ['aircon', ['air_conditioning']],
  ])('finds what “%s” means', (query, wanted) => {
    expect(values(query)).toEqual(expect.arrayContaining(wanted));
  });

  test.each([
    ['pool', ['swimming_pool', 'indoor_pool', 'outdoor_pool']],
    ['parking', ['parking', 'free_parking']],
    ['wifi', ['wifi', 'free_wifi']],
    ['breakfast', ['breakfast_included']],
    ['pet', ['pet_friendly']],
    ['gym', ['fitness_center']],
    ['sea', ['sea_view']],
    ['spa', ['spa_and_wellness']],
    ['kitchen', ['kitchen']],
    ['beach', ['beach', 'beachfront', 'private_beach']],
    ['wheelchair', ['wheelchair_accessible', 'entire_unit_wheelchair_accessible']],
    ['accessible', ['wheelchair_accessible', 'facilities_for_disabled_guests']],
    ['disabled', ['facilities_for_disabled_guests', 'wheelchair_accessible']],
  ])('shows what most people mean by “%s” first', (query, first) => {
    const found = [...new Set(values(query))];
    expect(found.slice(0, first.length)).toEqual(first);
  });

  test('shows what a word is before what it only describes', () => {
    const found = values('pool');
    for (const other of ['pool_bar', 'pool_view', 'pool_cover', 'pool_table'])
      expect(found.indexOf(other)).toBeGreaterThan(found.indexOf('rooftop_pool'));
  });

  test('finds by any part of a word, without regard to case and accents', () => {
    expect(values('CONDITION')).toContain('air_conditioning');
    expect(values('hotél')).toContain('hotel');
  });

  test('a synonym is found before it is typed to its end', () => {
    expect(values('wheelch')).toContain('roll_in_shower');
  });

  test('all words must fit', () => {
    expect(values('heated pool').every((value) => value.includes('pool'))).toBe(true);
    expect(values('heated pool')[0]).toBe('heated_pool');
    expect(values('pool zebra')).toEqual([]);
  });

  test('what begins with the word comes first', () => {
    expect(find('sauna')[0]?.label).toBe('Sauna');
    expect(values('parking')[0]).toBe('parking');
  });

  test.each(['schwimmbad', 'piscine', 'frühstück', 'haustiere', 'wlan', 'chien'])(
    '%s finds nothing rather than nonsense',
    (query) => expect(find(query)).toEqual([]),
  );

  test('a short word is not found in the middle of another', () => {
    expect(find('pet').map(({ label }) => label)).not.toContain('Carpeted');
    expect(find('carpet').map(({ label }) => label)).toContain('Carpeted');
  });

  test('an empty query lists everything in the order of the table', () => {
    const index = indexValues(choicesOf('meal_plans', 'Meals', ['breakfast_included', 'all_inclusive']));
    expect(rankValues(index, '  ').map(({ value }) => value)).toEqual([
      'breakfast_included',
      'all_inclusive',
    ]);
  });
});
