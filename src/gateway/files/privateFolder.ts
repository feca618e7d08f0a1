// Paid responses and access codes are nobody else's business on the machine: folders 700, files 600, also those that were made
// by an older version or with a generous umask.
import { chmod, chown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Folders of the system: an operator who names one as the data folder must not lock everyone else out of it. */
const common = new Set(
  ['/', '/etc', '/home', '/media', '/mnt', '/opt', '/root', '/run', '/srv', '/tmp', '/usr', '/var']
    .concat(['/usr/local', '/var/lib', '/var/cache', '/var/tmp', '/Users', tmpdir(), homedir()])
    .map((folder) => path.resolve(folder)),
);

/** Makes the folder if need be and closes it; `deep`: with all that is in it. Tells what others can still read. */
export async function closeFolder(folder: string, deep = true): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = common.has(path.resolve(folder)) ? [folder] : await close(folder, 0o700);
  if (!deep) return own;
  const inside = await readdir(folder, { withFileTypes: true });
  const rest = await Promise.all(
    inside.map(async (entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return closeFolder(place);
      return entry.isFile() ? await close(place, 0o600) : [];
    }),
  );
  return [...own, ...rest.flat()];
}

/** The place itself when it stays open to others. */
export async function close(place: string, mode: 0o600 | 0o700): Promise<readonly string[]> {
  try {
    const now = (await lstat(place)).mode & 0o777;
    if ((now & 0o077) !== 0) await chmod(place, now & mode);
    return [];
  } catch (error) {
    // It may have gone meanwhile, as the files of a database do.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [place];
  }
}

/** A file made by root on the command line must stay usable by the service's own user, to whom the folder belongs. */
export async function giveToFoldersOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(path.dirname(file));
  await chown(file, uid, gid);
}
