import { keyMask, safeRetryAfter, safeType } from '../../../src/gateway/calls/keyMask';
import { answer } from '../support/fakeUpstream';
import { testGateway, valuation, type TestGateway } from '../support/testGateway';

const key = 'aB/c+d.e"f\\g-1234567';
const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(4, '0');
const each = (form: (sign: string) => string) => [...key].map(form).join('');

const spellings: [string, string][] = [
  ['as it is', key],
  ['in JSON', JSON.stringify(key)],
  ['in JSON with an escaped slash', JSON.stringify(key).replaceAll('/', '\\/')],
  ['with every character escaped', each((sign) => `\\u${hex(sign)}`)],
  ['with capitals in the escapes', each((sign) => `\\u${hex(sign).toUpperCase()}`)],
  ['with some characters escaped', key.replace('+', '\\u002b').replace('"', '\\"').replace('\\g', '\\\\g')],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(key))],
  ['escaped in JSON in JSON', JSON.stringify(each((sign) => `\\u${hex(sign)}`))],
  ['in an address', encodeURIComponent(key)],
  ['in an address, every character', each((sign) => `%${hex(sign).slice(2)}`)],
  ['in an address in an address', encodeURIComponent(encodeURIComponent(key))],
  ['in HTML', key.replace('"', '&quot;').replace('/', '&#x2F;').replace('+', '&#43;')],
  ['in capitals', key.toUpperCase()],
  ['with capitals escaped', each((sign) => `\\u${hex(sign.toUpperCase())}`)],
  ['in Base64', Buffer.from(key).toString('base64')],
  ['in Base64 behind a word', Buffer.from(`Basic x:${key}!`).toString('base64')],
  ['in Base64 behind a letter', Buffer.from(`x${key}!`).toString('base64url')],
  ['in hex', Buffer.from(key).toString('hex')],
  ['with signs that are not seen', key.split('').join('\u200b')],
];

test.each(spellings)('the key is found %s', (_how, echo) => {
  const text = `before ${echo} after`;
  const clean = keyMask(key).body(text);
  expect(clean).toMatch(/^before [\w"=\\]{0,12}•••[\w"=\\]{0,8} after$/);
  expect(clean.length).toBeLessThan(36);
});

/** A key without signs that need escapes is first looked for at a glance. */
const plainKey = 'aBcd-1234567xyz';
const plainEach = (form: (sign: string) => string) => [...plainKey].map(form).join('');
const plainSpellings: [string, string][] = [
  ['as it is', plainKey],
  ['in capitals', plainKey.toUpperCase()],
  ['behind its own first letters', `aaAbA${plainKey}`],
  ['with every character escaped', plainEach((sign) => `\\u${hex(sign)}`)],
  ['with the first character escaped', plainKey.replace('a', '\\u0061')],
  ['in an address, every character', plainEach((sign) => `%${hex(sign).slice(2)}`)],
  ['in HTML', plainKey.replace('a', '&#97;')],
  ['in HTML in HTML', plainKey.replace('a', '&amp;#97;')],
  ['in HTML in HTML, in capitals', plainKey.replace('a', '&AMP;#97;')],
  ['in Base64', Buffer.from(plainKey).toString('base64')],
  ['in hex', Buffer.from(plainKey).toString('hex')],
  ['with signs that are not seen', plainKey.split('').join('\u200b')],
];

test.each(plainSpellings)('a plain key is found %s', (_how, echo) => {
  expect(keyMask(plainKey).body(`before ${echo} after`)).toMatch(/^before [\w=]{0,8}•••[\w=]{0,8} after$/);
});

test('a plain key is found in one string for each character', () => {
  const clean = keyMask(plainKey).body(JSON.stringify([...plainKey.toUpperCase()]));
  expect(JSON.parse(clean)).not.toContain('C');
  expect(clean).toContain('•••');
});

test.each(['abababab', 'zzzzzzzz', '00000000', 'eeeeeeeZ', 'Zeeeeeee', 'sandbox-large', '0f3a9c7d51e2b846'])(
  'the plain key %s is found wherever its rarest letters are',
  (plain) => {
    for (const echo of [plain, plain.toUpperCase(), plain.split('').join('","'), plain.split('').join('\0')])
      expect(keyMask(plain).body(`["sxf0-e${echo}fxs0-e"]`)).toContain('•••');
    expect(keyMask(plain).body('["xf-zq0b","a","b"]')).toBe('["xf-zq0b","a","b"]');
  },
);

test('pieces of the key in several strings are taken out, and the JSON stays JSON', () => {
  const secret = 'one-two-three-four';
  const body = JSON.stringify([['one-two', '-three-four'], { 'one-two-': 'three-four' }, 'one']);
  const clean = keyMask(secret).body(body);
  expect(JSON.parse(clean)).toEqual([['•••', ''], { '•••': '' }, 'one']);
});

test('data that is not the key stays byte for byte, also when the key is a short word', () => {
  const body = '[{"a":"50% off \\u20ac","b":"x&#43;y","c":"\\/path"}]';
  expect(keyMask(key).body(body)).toBe(body);
  expect(keyMask('ssd').body('[{"name":"ssd"}]')).toBe('[{"name":"ssd"}]');
  expect(keyMask('').text('anything')).toBe('anything');
});

test('of the headers only types and times are kept', () => {
  expect(safeType('application/json; charset=utf-8')).toBe('application/json; charset=utf-8');
  expect(safeType('application/one-two-three')).toBe('application/json');
  expect(safeType('application/json; token=one-two-three')).toBe('application/json');
  expect(safeRetryAfter('120')).toBe('120');
  expect(safeRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT')).toBe('Wed, 21 Oct 2015 07:28:00 GMT');
  expect(safeRetryAfter('one-two-three')).toBeUndefined();
});

describe('a key of any length', () => {
  // Anybody may send one, and the service refuses it only after it was sent.
  const long = (length: number) =>
    `%${Array.from({ length: length - 1 }, (_, i) => String.fromCharCode(33 + ((i * 61) % 94))).join('')}`;

  test.each([97, 256, 257, 1_000, 8_192])('is taken out at once: %i characters', (length) => {
    const secret = long(length);
    const began = performance.now();
    const text = (value: string) => keyMask(secret).text(value);
    for (const echo of [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ]) {
      const told = text(`{"detail":"Bad key ${echo} here"}`);
      expect(told).toContain('•••');
      expect(told.length).toBeLessThan(60);
    }
    expect(text('{"detail":"100% wrong"}')).toBe('{"detail":"100% wrong"}');
    // An expression for a whole key of this length takes half a minute to compile, or cannot be.
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('half a long key is not the key', () => {
    const secret = long(400);
    expect(keyMask(secret).text(secret.slice(0, 200))).toBe(secret.slice(0, 200));
  });
});

describe('through the gateway', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await testGateway();
  });
  afterEach(() => gateway.close());

  test.each([200, 400, 500])('an escaped echo in a %i leads nowhere', async (status) => {
    const secret = 'sk/live+0123456789';
    const echo = secret.replace('/', '\\/').replace('+', '\\u002b');
    gateway.upstream.reply = () => ({
      ...answer(status, `[{"detail":"${echo}"}]`, { retryAfter: secret }),
      type: `application/${secret.replace('/', '.')}`,
    });
    const response = await gateway.post(valuation, { unit: 'A' }, { 'access-token': secret });
    const told = `${JSON.stringify([...response.headers])}${await response.text()}${gateway.lines.join('')}`;
    expect(told).toContain('•••');
    expect(told).not.toMatch(/0123456789/);
  });

  test('a key of eight thousand characters stops nobody, and stands in no log', async () => {
    const secret = `%${'sk-live-0123456789'.repeat(450)}`;
    gateway.upstream.reply = () => answer(401, { detail: `Unknown key ${secret}` });
    const began = performance.now();
    const response = await gateway.post(valuation, { unit: 'A' }, { 'access-token': secret });
    expect([response.status, await response.json()]).toEqual([401, { detail: 'Unknown key •••' }]);
    expect((await gateway.get('/token/statistic', { 'access-token': secret })).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(gateway.lines.join('')).not.toContain('0123456789');
  });
});
