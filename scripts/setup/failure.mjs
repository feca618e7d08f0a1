// A failure that the user can act on: a sentence, and the last lines of the failed program's output.

const linesKept = 40;

export class Failure extends Error {
  /**
   * @param {string} sentence what happened and what to do
   * @param {string} [output] what the failing program printed
   */
  constructor(sentence, output = '') {
    super(sentence);
    this.name = 'Failure';
    this.output = output;
  }
}

/** A program that the scripts stopped because something else failed. */
export class Stopped extends Failure {}

/**
 * @param {string} output
 * @param {number} [count]
 */
export function lastLines(output, count = linesKept) {
  const lines = output.replace(/\s+$/, '').split(/\r?\n/);
  return lines.slice(-count).join('\n');
}

/**
 * @param {unknown} error
 * @returns {string} the text to print, with a stack only for bugs in these scripts
 */
export function failureText(error) {
  if (!(error instanceof Failure))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  return error.output.trim() ? `${lastLines(error.output)}\n\n${error.message}` : error.message;
}
