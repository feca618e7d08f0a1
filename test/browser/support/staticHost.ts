// A host of files that can do nothing else: it serves one folder below a path, compressed and over HTTP/2 as such hosts do, answers
// GET, and remembers what it was asked.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { certificateFile, keyFile } from './certificate';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const pack = promisify<Buffer, Buffer>(gzip);

export class StaticHost {
  /** What it does not have, as method and path. */
  readonly refused: string[] = [];
  private readonly sessions = new Set<ServerHttp2Session>();
  private readonly packed = new Map<string, Promise<Buffer>>();
  private readonly held = new Map<string, Promise<void>>();

  private constructor(
    private readonly server: Http2SecureServer,
    readonly address: string,
  ) {}

  static async start(folder: string, below: string): Promise<StaticHost> {
    const server = createSecureServer({
      cert: readFileSync(certificateFile),
      key: readFileSync(keyFile),
      allowHTTP1: true,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const host = new StaticHost(server, `https://localhost:${port}${below}`);
    server.on('session', (session) => {
      host.sessions.add(session);
      session.on('close', () => host.sessions.delete(session));
    });
    server.on('request', ({ method, url }, response) => {
      const { pathname } = new URL(url, host.address);
      const name = pathname.startsWith(below) ? pathname.slice(below.length) || 'index.html' : undefined;
      const file = name !== undefined && method === 'GET' ? host.read(folder, name) : undefined;
      void (file ?? Promise.reject(new Error('not a file'))).then(
        (bytes) => {
          response.writeHead(200, {
            'content-type': types[path.extname(name ?? '')] ?? 'text/plain',
            'content-encoding': 'gzip',
          });
          response.end(bytes);
        },
        () => {
          host.refused.push(`${method} ${pathname}`);
          response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>Not found');
        },
      );
    });
    return host;
  }

  private async read(folder: string, name: string): Promise<Buffer> {
    await this.held.get(name);
    const known = this.packed.get(name) ?? readFile(path.join(folder, name)).then((bytes) => pack(bytes));
    this.packed.set(name, known);
    return known;
  }

  /** Sends this file only when it is released. */
  hold(name: string): { release: () => void } {
    let release = () => undefined as void;
    this.held.set(name, new Promise((resolve) => (release = resolve)));
    return { release: () => release() };
  }

  async stop(): Promise<void> {
    for (const session of this.sessions) session.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
