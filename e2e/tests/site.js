// A plain host for the folder that `cargo xtask site` makes: files, and nothing else.

import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const KINDS = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** A copy of the site on a port of its own. */
export async function host(name) {
  const folder = join(tmpdir(), `azulejo-site-${process.pid}-${name}`);
  await cp(process.env.AZULEJO_SITE, folder, { recursive: true });
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { folder, address: `http://localhost:${server.address().port}/`, close };
}
