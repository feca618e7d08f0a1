// Bytes and JSON as base64: in stored texts, in parts of the workbook, where no text can then be mistaken for XML, and in tokens.

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Line breaks and spaces are passed over. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export const jsonToBase64 = (value: unknown): string =>
  toBase64(new TextEncoder().encode(JSON.stringify(value)));

export const jsonFromBase64 = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(fromBase64(text)));
