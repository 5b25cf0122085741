import { type Alerts, readAlerts } from "../preferences/alerts.ts";
import { fieldsOf, isText, listOf, parseJson } from "../preferences/schemas.ts";

/** What the service worker has to know. */
export interface KeptPreferences extends Alerts {
  /** Channels whose messages are not shown in notifications, and what is shown instead. */
  readonly coveredChannels: readonly string[];
  readonly coveredText: string;
}

const cacheName = "preferences";
const key = "/preferences.json";

/** Keeps the preferences where the service worker finds them, which has no connection to ask for them. */
export async function keepPreferences(preferences: KeptPreferences): Promise<void> {
  // Pages that are not secure have neither a place to keep things nor a service worker.
  if (!("caches" in globalThis)) return;
  try {
    await (await caches.open(cacheName)).put(key, Response.json(preferences));
  } catch {
    // Browsers refuse to keep anything in some private windows, where there are no notifications either.
  }
}

export async function keptPreferences(): Promise<KeptPreferences> {
  const kept = await (await caches.open(cacheName)).match(key);
  const text = await kept?.text();
  const { coveredChannels, coveredText } = fieldsOf(parseJson(text));
  return {
    ...readAlerts(text),
    coveredChannels: listOf(isText)(coveredChannels) ?? [],
    coveredText: isText(coveredText) ? coveredText : "",
  };
}
