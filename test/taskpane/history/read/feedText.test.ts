import { feedAddress, pandasLine, powerQuery } from '../../../../src/taskpane/history/read/feedText';

const place = {
  origin: 'https://spillway.example.com',
  table: 'history',
  code: 'spr_abcdefghij_secret',
} as const;

test('the address has the code, for programs that know nothing else', () => {
  expect(feedAddress(place)).toBe('https://spillway.example.com/feed/history.csv?code=spr_abcdefghij_secret');
});

test('the Power Query script sends the code in a header, keeps its address fixed and follows the pages', () => {
  const script = powerQuery(place);
  expect(script).toContain('Web.Contents("https://spillway.example.com", [');
  expect(script).toContain('RelativePath = "feed/history.json"');
  expect(script).toContain('Headers = [Authorization = "Bearer spr_abcdefghij_secret"]');
  expect(script).toContain('Read([cursor = page[next]])');
  expect(script).not.toContain('code=');
});

test('the pandas line sends the code in a header', () => {
  expect(pandasLine(place)).toBe(
    'import pandas as pd; df = pd.read_csv("https://spillway.example.com/feed/history.csv", ' +
      'storage_options={"Authorization": "Bearer spr_abcdefghij_secret"})',
  );
});
