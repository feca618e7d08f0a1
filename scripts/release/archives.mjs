// Zip and tar archives with nothing of this machine in them: no times, no owners, names in order. The same files make the
// same bytes, so that anybody can build a release again and compare checksums.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** @typedef {{ name: string, content: Buffer, executable?: boolean }} ArchiveEntry name: with forward slashes */

/** 1 January 1980, the first day a zip file can tell. */
const zipDate = (1 << 5) | 1;
/** The same day in seconds, for tar. */
const tarTime = 315_532_800;
const utf8Names = 0x0800;

/** @param {ArchiveEntry[]} entries */
const inOrder = (entries) => [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));

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
 * @param {ArchiveEntry[]} entries
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

/**
 * @param {ArchiveEntry} entry
 * @returns {Buffer}
 */
function tarHeader({ name, content, executable = false }) {
  const cut = name.length > 100 ? name.lastIndexOf('/', 155) : -1;
  const [prefix, rest] = cut < 0 ? ['', name] : [name.slice(0, cut), name.slice(cut + 1)];
  if (rest.length > 100) throw new Error(`${name} is too long for a tar archive.`);
  const header = Buffer.alloc(512);
  const octal = (/** @type {number} */ value, /** @type {number} */ width) =>
    `${value.toString(8).padStart(width - 1, '0')}\0`;
  header.write(rest, 0);
  header.write(octal(executable ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(content.length, 12), 124);
  header.write(octal(tarTime, 12), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * @param {ArchiveEntry[]} entries
 * @returns {Buffer}
 */
export function tarball(entries) {
  const blocks = inOrder(entries).flatMap((entry) => [
    tarHeader(entry),
    entry.content,
    Buffer.alloc((512 - (entry.content.length % 512)) % 512),
  ]);
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]), { level: 9 });
  // The byte that names the system it was made on.
  packed[9] = 255;
  return packed;
}
