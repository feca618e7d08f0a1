// A zip archive with nothing of this machine in it: no times, no owners, names in order. The same files make the same bytes, so
// that anybody can build a release again and compare checksums. The release makes archives with it, and the gateway the package
// of its manifest.
import { crc32, deflateRawSync } from 'node:zlib';

/** @typedef {{ name: string, content: Uint8Array }} ZipEntry name: with forward slashes */

/** 1 January 1980, the first day a zip file can tell. */
const zipDate = (1 << 5) | 1;
const utf8Names = 0x0800;

/**
 * @template {{ name: string }} Entry
 * @param {readonly Entry[]} entries
 */
export const inOrder = (entries) => [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * @param {number[]} fields value and width in bytes, in turn
 * @returns {Buffer}
 */
function littleEndian(...fields) {
  const parts = [];
  for (let at = 0; at < fields.length; at += 2) {
    const part = Buffer.alloc(fields[at + 1] ?? 0);
    part.writeUIntLE(fields[at] ?? 0, 0, part.length);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * @param {readonly ZipEntry[]} entries
 * @returns {Buffer}
 */
export function zip(entries) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const { name, content } of inOrder(entries)) {
    const named = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    // Version, flags, deflate, time, date, checksum, sizes, length of the name, no extra field.
    const facts = [20, 2, utf8Names, 2, 8, 2, 0, 2, zipDate, 2, crc32(content), 4, packed.length, 4];
    const rest = [content.length, 4, named.length, 2, 0, 2];
    const file = Buffer.concat([littleEndian(0x04034b50, 4, ...facts, ...rest), named, packed]);
    // Made on Unix, so that the permissions in the last field but one are read: a file, rw-r--r--.
    const head = littleEndian(0x02014b50, 4, 0x0314, 2, ...facts, ...rest, 0, 2, 0, 2, 0, 2);
    directory.push(Buffer.concat([head, littleEndian(0o100644 * 0x10000, 4, offset, 4), named]));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const count = entries.length;
  const end = littleEndian(0x06054b50, 4, 0, 2, 0, 2, count, 2, count, 2, list.length, 4, offset, 4, 0, 2);
  return Buffer.concat([...files, list, end]);
}
