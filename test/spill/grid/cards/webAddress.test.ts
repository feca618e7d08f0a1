import fc from 'fast-check';
import { isWebAddress } from '../../../../src/spill/grid/cards/webAddress';

it.each([
  'https://shop.example/p/1?x=1&y=2#z',
  'http://127.0.0.1:4010/images/stays/1.svg',
  'HTTPS://SHOP.EXAMPLE',
  'https://магазин.example/товар/1',
  'https://[2001:db8::1]:8443/a',
  'https://shop.example/@maker/1',
])('%s is an address of a page', (address) => expect(isWebAddress(address)).toBe(true));

it.each([
  ['a script', 'javascript:alert(1)'],
  ['a script in disguise', ' java\nscript:alert(1)'],
  ['data', 'data:image/svg+xml,<svg onload=alert(1)>'],
  ['a file', 'file:///etc/passwd'],
  ['a share', '\\\\server\\share'],
  ['a network share', '//server/share'],
  ['a user name', 'https://user@shop.example/'],
  ['a password', 'https://user:secret@shop.example/'],
  ['a password in disguise', 'https://shop.example\\@evil.example/'],
  ['a password in escapes', 'https://user%3Asecret@shop.example'],
  ['a line break', 'https://shop.example/\nx'],
  ['text that turns around', 'https://shop.example/\u202Egpj.exe'],
  ['an unseen sign', 'https://shop\u200B.example/'],
  ['a tag', 'https://shop.example/"><script>'],
  ['no host', 'https:///x'],
  ['half a character', 'https://shop.example/\uD800'],
  ['more than Excel takes', `https://shop.example/${'x'.repeat(2_100)}`],
  ['a number', 5],
  ['nothing', null],
])('%s is not', (_, address) => expect(isWebAddress(address)).toBe(false));

it('what passes is read by a browser as http(s) without credentials', () => {
  const parts = fc.constantFrom(
    'http',
    'https',
    'javascript',
    ':',
    '//',
    '/',
    '@',
    '\\',
    '#',
    '?',
    'a.b',
    '[::1]',
    ':80',
    ' ',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 3 })), { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      if (!isWebAddress(text) || !URL.canParse(text)) return;
      const { protocol, username, password } = new URL(text);
      expect([protocol.replace('s:', ':'), username, password]).toEqual(['http:', '', '']);
    }),
    { numRuns: 2_000 },
  );
});
