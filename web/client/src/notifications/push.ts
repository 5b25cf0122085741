import type { Client } from "../session/client.ts";
import { configuration } from "../session/server.ts";

export type PushState = "unsupported" | "denied" | "off" | "on";

/** Starts the service worker: for pages without a network, and for notifications. */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  try {
    await serviceWorker.register("/service-worker.js");
    if (!serviceWorker.controller)
      serviceWorker.addEventListener("controllerchange", keepLoaded, { once: true });
  } catch {
    // Private windows and some embedded browsers refuse service workers. The client works without one.
  }
}

/** Tells a new service worker what this page has loaded without it, so that it can be opened without a network. */
function keepLoaded(): void {
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  navigator.serviceWorker.controller?.postMessage({ type: "keep", paths });
}

/** Whether this device is notified of messages while no page is open. */
export async function pushState(): Promise<PushState> {
  if (!("PushManager" in window) || !("Notification" in window) || !configuration()?.vapid)
    return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && Notification.permission === "granted" ? "on" : "off";
}

/** Asks the browser for permission, and for push notifications where there are some. */
export async function allowNotifications(client: Client): Promise<void> {
  if ((await pushState()) === "off") await turnPushOn(client);
  else await Notification.requestPermission();
}

/** Asks the browser for permission, subscribes to its push service, and tells the server. */
export async function turnPushOn(client: Client): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: configuration()?.vapid,
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await client.api.post("/push/subscribe", { endpoint: endpoint ?? "", p256dh, auth });
  return "on";
}

export async function turnPushOff(client: Client): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await client.api.post("/push/unsubscribe");
  await subscription?.unsubscribe();
  return "off";
}
