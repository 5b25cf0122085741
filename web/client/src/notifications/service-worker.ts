/// <reference lib="webworker" />
// Runs apart from the pages: keeps the client usable without a network, and shows notifications when no page is open.
import { isQuiet } from "../preferences/alerts.ts";
import { keptPreferences } from "./kept-preferences.ts";
import { coverText, type PushContent, readPush } from "./push-content.ts";

declare const self: ServiceWorkerGlobalScope;

/** Of this build: the next one starts with an empty cache, and removes this one. */
const cachePrefix = "client-";
const cacheName = `${cachePrefix}${__BUILD__}`;
const shell = "/index.html";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await cache.addAll([shell, "/icon.svg", "/manifest.webmanifest"]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(cachePrefix) && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // The admin page is not part of the client, so the cached shell cannot replace it.
  if (/^\/admin(\/|$)/.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(loadAsset(request));
});

/** The first page was loaded before this worker ran: it tells what it has loaded, which the browser still has. */
self.addEventListener("message", (event) => {
  const { type, paths } = event.data as { type: string; paths: readonly string[] };
  if (type !== "keep") return;
  event.waitUntil(keepAssets(paths.filter((path) => path.startsWith("/assets/"))));
});

async function keepAssets(paths: readonly string[]): Promise<void> {
  await (await caches.open(cacheName)).addAll([...new Set(paths)]);
}

/** What a proxy answers in place of a server that it cannot reach. */
const isUnreachable = ({ status }: Response) => status >= 502 && status <= 504;

/** The server's own pages when it can be reached, so that a new version is seen at once; else the kept shell. */
async function openPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  if (answer && !isUnreachable(answer)) return answer;
  return (await caches.match(shell)) ?? answer ?? Response.error();
}

/** The name of an asset changes with its content, so that a kept one is never stale. */
async function loadAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone());
  return response;
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(readPush(event.data?.text())));
});

/**
 * Browsers revoke the permission of a worker that receives a push and shows nothing, unless the user looks at a page:
 * in quiet hours a notification comes without sound.
 */
async function show(content: PushContent): Promise<void> {
  const preferences = await keptPreferences();
  const { title, ...options } = coverText(content, preferences);
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some(({ focused, url }) => focused && url.includes(`/channel/${options.tag}`))) return;
  const silent = isQuiet(preferences, new Date());
  await self.registration.showNotification(title, { ...options, silent });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(openPath(path));
});

/** Shows the place in a page that is open, or opens one. */
async function openPath(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: "open", path });
  await page.focus();
}
