// Addresses of pictures and pages come from outside, and Excel opens what a card holds. Only web addresses pass: no scripts, no
// files, no user name or password in front of the host (RFC 3986, 3.2.1), nothing that is written to look like another address.

/** Excel's own limit for a link. */
const longest = 2_048;

/** Nearly all are plain ASCII, which is recognized ten times as fast. */
const ascii = /^https?:\/\/[a-z\d._-]+(?::\d{1,5})?(?:[/?#][!#-;=?-[\]_a-z~]*)?$/i;
const international =
  /^https?:\/\/(?:[\p{L}\p{N}._-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\p{Cf}\p{Cs}"<>\\^`{|}]*)?$/iu;

export const isWebAddress = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= longest && (ascii.test(text) || international.test(text));
