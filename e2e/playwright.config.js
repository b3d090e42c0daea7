// How the browser tests run: our own server on a free port, Debian's chromium, nothing from elsewhere.
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

/** A port that nobody uses now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// The workers read this file again and must find the port that the first reading chose.
process.env.AZULEJO_PORT ??= String(await freePort());
const address = `http://127.0.0.1:${process.env.AZULEJO_PORT}`;
const program = process.env.AZULEJO_BIN ?? '../target/debug/azulejo';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A machine that others use may be slow for a moment.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  globalTimeout: 20 * 60_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    baseURL: address,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
  webServer: {
    command: `${program} serve --port ${process.env.AZULEJO_PORT}`,
    url: `${address}/api/v1/health`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
