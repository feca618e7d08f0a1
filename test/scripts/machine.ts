// A made-up machine: which files it has, who is at work on it, what is in its environment.
import type { Machine } from '../../scripts/setup/platform.mjs';

export interface MadeUp extends Partial<Omit<Machine, 'exists'>> {
  files?: string[];
}

export function machine({ files = [], ...rest }: MadeUp = {}): Machine {
  return { os: 'linux', env: {}, root: false, release: '', exists: (file) => files.includes(file), ...rest };
}

export const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n';
export const mint = 'NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n';
export const fedora = 'NAME="Fedora Linux"\nID=fedora\n';
