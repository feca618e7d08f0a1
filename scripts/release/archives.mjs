// A tar archive with nothing of this machine in it: no times, no owners, names in order; see also zip.mjs.
import { gzipSync } from 'node:zlib';
import { inOrder } from '../../src/gateway/files/zip.mjs';

/** @typedef {{ name: string, content: Buffer, executable?: boolean }} ArchiveEntry name: with forward slashes */

/** 1 January 1980, in seconds: the first day that a zip file can tell as well. */
const tarTime = 315_532_800;

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
