// The page without a network: a service worker that keeps every file of one version. `cargo xtask site` writes the version and
// the list of files before this; a page that was made by a server has no use for it.
/* global VERSION, FILES */

const KEPT = `azulejo-${VERSION}`;

// A new version is fetched whole, past the browser's own store, or not at all.
const fetched = async () => {
  const store = await caches.open(KEPT);
  await store.addAll(FILES.map((name) => new Request(name, { cache: 'reload' })));
};

const others = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('azulejo-') && name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
};

// What is kept answers; what is not, and only that, is asked for.
const answer = async (request) => {
  const store = await caches.open(KEPT);
  return (await store.match(request, { ignoreSearch: true })) ?? fetch(request);
};

self.addEventListener('install', (event) => event.waitUntil(fetched()));
self.addEventListener('activate', (event) => event.waitUntil(others()));
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === self.location.origin) event.respondWith(answer(event.request));
});

// A page that has just been opened would rather have the new version.
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());
