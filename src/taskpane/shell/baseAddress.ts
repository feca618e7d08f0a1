// The address of the service, without a gateway.

/** What to store for what was typed, or what is wrong with it. */
export function readBaseAddress(typed: string): { readonly url: string } | { readonly wrong: string } {
  const text = typed.trim();
  if (text === '') return { url: '' };
  try {
    const url = new URL(text);
    const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    if (url.protocol !== 'https:' && !(local && url.protocol === 'http:'))
      return { wrong: 'The address must start with https://.' };
    if (url.username || url.password || url.search || url.hash) {
      return { wrong: 'Enter only the address, without a user name, password, or query.' };
    }
    return { url: url.href.replace(/\/+$/, '') };
  } catch {
    return { wrong: 'Enter a valid address, such as https://api.example.com.' };
  }
}
