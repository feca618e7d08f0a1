// One server of the playground as a child process. Its output goes to a log in .data/.
import { createWriteStream, mkdirSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../setup/children.mjs';
import { Failure, lastLines } from '../setup/failure.mjs';
import { at } from '../setup/root.mjs';

const startDeadline = 30_000;

/**
 * A server's response, or undefined if there is none. Its certificate may be self-signed.
 * @param {string} url
 * @returns {Promise<{ status: number, text: string } | undefined>}
 */
export function answerOf(url) {
  return new Promise((resolve) => {
    const { get } = url.startsWith('https:') ? https : http;
    const request = get(url, { rejectUnauthorized: false, timeout: 2000, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', () => resolve(undefined));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}

export class Server {
  /**
   * @param {string} name as in dist/server and in messages
   * @param {Record<string, string>} env
   */
  constructor(name, env) {
    this.name = name;
    this.log = at('.data', `${name}.log`);
    this.output = '';
    mkdirSync(at('.data'), { recursive: true });
    const log = createWriteStream(this.log);
    this.child = startChild(process.execPath, [at('dist', 'server', `${name}.mjs`)], {
      cwd: at('.'),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        log.write(text);
        this.output = lastLines(this.output + text, 200);
      });
    }
    /** @type {Promise<Failure>} */
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(this.#failure(`could not be started (${error.message})`)));
      this.child.once('close', (code, signal) => {
        log.end();
        resolve(this.#failure(`stopped unexpectedly (${signal ?? `exit code ${code}`})`));
      });
    });
  }

  /** @param {string} what */
  #failure(what) {
    return new Failure(
      `The ${this.name} ${what}. See ${this.log} for its full output.`,
      lastLines(this.output, 20),
    );
  }

  /**
   * Waits until it responds.
   * @param {string} url
   * @param {(status: number) => boolean} [good]
   */
  async ready(url, good = () => true) {
    const deadline = Date.now() + startDeadline;
    while (Date.now() < deadline) {
      const answer = await answerOf(url);
      if (answer && good(answer.status)) return;
      const failure = await Promise.race([this.ended, sleep(100)]);
      if (failure) throw failure;
    }
    throw this.#failure(`did not respond at ${url} within ${startDeadline / 1000} s`);
  }
}
