// One process at a time may change a file: whoever makes the lock file beside it. A lock whose process has died is taken over.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const longestWait = 15_000;
/** A change takes milliseconds; a lock this old was left by a process that cannot be asked, such as one of another container. */
const stale = 10_000;

export async function withLock<T>(file: string, change: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (let waited = 0; !(await take(lock)); waited += 25) {
    if (waited >= longestWait)
      throw new Error(`Another program holds ${lock}. Try again, or delete the file`);
    if (await isLeft(lock)) await setAside(lock);
    await sleep(25);
  }
  try {
    return await change();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isLeft(lock: string): Promise<boolean> {
  try {
    const age = Date.now() - (await stat(lock)).mtimeMs;
    const owner = Number(await readFile(lock, 'utf8'));
    return Math.abs(age) > stale || (owner > 0 && !isRunning(owner));
  } catch {
    return false;
  }
}

/** Of several who find a dead lock, the one whose rename succeeds removes it. */
async function setAside(lock: string): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  await rename(lock, aside).catch(() => undefined);
  await rm(aside, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
