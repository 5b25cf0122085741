import { type Alerts, readAlerts } from "../preferences/alerts.ts";

const cacheName = "preferences";
const key = "/preferences.json";

/** Keeps the preferences where the service worker finds them, which has no connection to ask for them. */
export async function keepPreferences(preferences: Alerts): Promise<void> {
  // Pages that are not secure have neither a place to keep things nor a service worker.
  if (!("caches" in globalThis)) return;
  try {
    await (await caches.open(cacheName)).put(key, Response.json(preferences));
  } catch {
    // Browsers refuse to keep anything in some private windows, where there are no notifications either.
  }
}

export async function keptPreferences(): Promise<Alerts> {
  const kept = await (await caches.open(cacheName)).match(key);
  return readAlerts(await kept?.text());
}
