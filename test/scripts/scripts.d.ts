// What the tests use of scripts/*.mjs, for the check of the whole repository, which reads no JavaScript. The check of
// scripts/ (scripts/tsconfig.json) leaves this file out and holds the same tests against the scripts' own types.
declare module '*/setup/node.mjs' {
  export function nodeFault(version: string): string | undefined;
}

declare module '*/setup/failure.mjs' {
  export class Failure extends Error {
    constructor(sentence: string, output?: string);
    output: string;
  }
  export class Stopped extends Failure {}
  export function failureText(error: unknown): string;
}

declare module '*/setup/progress.mjs' {
  export class Progress {
    constructor(
      screen?: { write(text: string): unknown; isTTY?: boolean; columns?: number },
      now?: () => number,
    );
    step<T>(title: string, work: (detail: (text: string) => void) => Promise<T> | T): Promise<T>;
  }
  export function duration(milliseconds: number): string;
}

declare module '*/setup/packages.mjs' {
  export function lockHash(lockText: string, platform?: string): string;
  export function packagesState(state: {
    lockText: string;
    remembered?: string | undefined;
    installedText?: string | undefined;
    platform?: string;
  }): 'ready' | 'remember' | 'install';
  export function npmFile(
    env?: NodeJS.ProcessEnv,
    node?: string,
    exists?: (file: string) => boolean,
  ): string | undefined;
}

declare module '*/setup/platform.mjs' {
  export interface Machine {
    os: NodeJS.Platform;
    env: NodeJS.ProcessEnv;
    exists: (file: string) => boolean;
    root: boolean;
    release: string;
  }
  export function isDebianLike(machine: Machine): boolean;
}

declare module '*/setup/browser.mjs' {
  import type { Machine } from '*/setup/platform.mjs';
  export function findBrowser(machine: Machine): string | undefined;
  export function browserMissing(machine: Machine): string;
}

declare module '*/setup/redis.mjs' {
  import type { Machine } from '*/setup/platform.mjs';
  export function findRedis(machine: Machine): string | undefined;
  export function redisMissing(machine: Machine): string;
}

declare module '*/setup/programs.mjs' {
  import type { Machine } from '*/setup/platform.mjs';
  import type { Progress } from '*/setup/progress.mjs';
  type Program = 'chromium' | 'redis-server';
  export function requirePrograms(
    machine: Machine,
    wanted: Program[],
    progress: Progress,
    install?: (packages: Program[], progress: Progress) => Promise<void>,
  ): Promise<Record<Program, string>>;
}

declare module '*/setup/build.mjs' {
  interface BuildVariables {
    SPILLWAY_PUBLIC_URL: string;
    SPILLWAY_NAMESPACE: string;
  }
  export function buildVariables(env?: NodeJS.ProcessEnv, address?: string): BuildVariables;
  export function fingerprint(env: BuildVariables, folder?: string): string;
}

declare module '*/start/certificate.mjs' {
  export function certificate(
    env: NodeJS.ProcessEnv,
    ends?: (file: string) => number | undefined,
    home?: string,
  ): { trusted: boolean; env: Record<string, string> };
}

declare module '*/start/port.mjs' {
  export function readPort(text: string | undefined): number;
  export function portTaken(port: number, os?: NodeJS.Platform): string;
  export function portState(port: number): Promise<'free' | 'taken' | 'forbidden'>;
  export function portNear(wished: number): Promise<number>;
}

declare module '*/start/openBrowser.mjs' {
  import type { Machine } from '*/setup/platform.mjs';
  export function wantsBrowser(machine: Machine): boolean;
  export function browserArguments(
    machine: Machine,
    page: { url: string; profile: string; keyHash?: string | undefined },
  ): string[];
}

declare module '*/start/upstream.mjs' {
  export function readUpstream(text: string | undefined): string | undefined;
}

declare module '*/start/welcome.mjs' {
  export function welcome(running: {
    address: string;
    upstream: string | undefined;
    keys: { key: string; says: string }[];
    trusted: boolean;
    browser: string | undefined;
    os: NodeJS.Platform;
  }): string;
}

declare module '*/test/checks.mjs' {
  export function sideBySide(works: (() => Promise<unknown>)[], atOnce: number): Promise<void>;
}

declare module '*/test/jest.mjs' {
  export function withoutPasses(output: string): string;
}

declare module '*/test/tally.mjs' {
  interface JestReport {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests?: number;
    numRuntimeErrorTestSuites: number;
  }
  interface Tally {
    passed: number;
    failed: number;
    skipped: number;
  }
  export function tally(reports: JestReport[]): Tally;
  export function tallyLine(tally: Tally): string;
}
