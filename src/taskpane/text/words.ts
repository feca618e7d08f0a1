// Numbers, times and plurals the way the pane says them.

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const credits = (count: number): string => plural(count, 'credit');

const steps = [
  { unit: 86_400_000, letter: 'd' },
  { unit: 3_600_000, letter: 'h' },
  { unit: 60_000, letter: 'min' },
  { unit: 1_000, letter: 's' },
] as const;

/** `45 s`, `12 min`, `2 h`, `3 d`: one unit, rounded down. */
export function duration(milliseconds: number): string {
  const span = Math.max(milliseconds, 0);
  const step = steps.find(({ unit }) => span >= unit) ?? steps[3];
  return `${Math.floor(span / step.unit)} ${step.letter}`;
}

export const ago = (at: number, now: number): string =>
  now - at < 5_000 ? 'just now' : `${duration(now - at)} ago`;

export const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

/** A time today, or a date and time. */
export function moment(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  if (sameDay) return clockTime(at);
  return new Date(at).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

export function bytes(size: number): string {
  if (size < 1_000) return `${size} B`;
  if (size < 1_000_000) return `${Math.round(size / 1_000)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}

/** Of a key whose usage context is `mcp_only`: it is valid, and of use elsewhere. */
export const agentsOnly =
  'This key works for agents only (MCP): formulas can’t fetch data with it. For formulas, create a standard key in your account.';
