// The service worker of the static page: all its files are kept at the first visit, and served from
// there. A new version of the page is kept under a name of its own, then the old one goes.

const NAME = 'pzc VERSION';

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const { files } = await (await fetch('files.json', { cache: 'no-store' })).json();
      const cache = await caches.open(NAME);
      await cache.addAll(files);
      await cache.add('files.json');
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith('pzc ') && name !== NAME).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(NAME);
      return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
    })(),
  );
});
