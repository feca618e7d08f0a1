// Cache hits next to nginx's proxy_cache, with the same bytes: where nginx is installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, freePort, ready, search, start, startGateway } from './gatewayServers';
import { againstPair, neighbours, type Measure } from '../measure';
import { askSame } from './sameBytes';
import { skipped } from '../skipped';

const configuration = (port: number, service: number, folder: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=answers:10m;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://127.0.0.1:${service};
      proxy_cache answers;
      proxy_cache_methods GET POST;
      proxy_cache_key $request_uri$http_access_token$request_body;
      proxy_cache_valid 200 1h;
      proxy_ignore_headers Cache-Control Vary;
    }
  }
}
`;

export async function nginxMeasures(upstream: string): Promise<Measure[]> {
  if (spawnSync('nginx', ['-v']).error)
    return skipped('cache hits next to nginx’s proxy_cache', 'nginx is not on the PATH');
  const folder = mkdtempSync(path.join(tmpdir(), 'spillway-nginx-'));
  const gateway = await startGateway({ SPILLWAY_UPSTREAM: upstream });
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configuration(port, gateway.port, folder));
  const nginx = start('nginx', ['-c', file, '-p', folder]);
  try {
    await ready(port);
    const body = JSON.stringify({ query: 'samsung', count: 20 });
    await ask(gateway.port, search, body);
    const { body: bytes } = await ask(port, search, body);
    const turns: (readonly [number, number])[] = [];
    const [all, warm, requests] = [40, 15, 1_600];
    const rateOf = async (at: number) => requests / (await askSame(at, body, bytes.length, requests));
    for (let turn = 0; turn < all; turn += 1) {
      const rates = [await rateOf(gateway.port), await rateOf(port)] as const;
      if (turn >= warm) turns.push(rates);
    }
    // For comparison only, without a goal: nginx is written in C and does nothing else.
    return [
      {
        ...againstPair('gateway cache hits per second, against nginx’s proxy_cache', neighbours(turns), 0),
        goal: '–',
        met: true,
      },
    ];
  } finally {
    nginx.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
