import { createMemo, createSignal, onCleanup } from "solid-js";
import { type Channel, Client } from "stoat.js";
import { NotificationPreferences } from "../notifications/preferences.ts";
import type { StoredAccount } from "./accounts.ts";
import { shareDefaultAvatars } from "./default-avatars.ts";
import { keepAlive, withoutTimers } from "./heartbeat.ts";
import { mendEvents } from "./mend-events.ts";
import { makePatient } from "./patiently.ts";
import { apiUrl, type ServerConfiguration } from "./server.ts";
import { createSyncedSettings, type SyncedSettings } from "./synced-settings.ts";

export type ConnectionState = "connecting" | "online" | "offline" | "ended";

/** The connection of one account: the library's client, and whether it hears the server. */
export interface Connection {
  readonly client: Client;
  readonly state: () => ConnectionState;
  /** How often `Ready` has come. Whatever was fetched under an earlier number may be stale. */
  readonly generation: () => number;
  /** What the server keeps for the user on all of their devices. */
  readonly settings: SyncedSettings;
  readonly notifications: () => NotificationPreferences;
  /** Tries to connect now instead of at the end of the pause. */
  retry(): void;
}

shareDefaultAvatars();

/** The longest pause between two attempts, in seconds. */
const longestPause = 8;

/** Opens the connection of an account, and closes it with the owner of the caller. */
export function openConnection(account: StoredAccount, configuration: ServerConfiguration): Connection {
  const [state, setState] = createSignal<ConnectionState>("connecting");
  const [generation, setGeneration] = createSignal(0);
  const client = new Client(
    {
      baseURL: apiUrl,
      syncUnreads: true,
      // A server that restarts is back within seconds, and random pauses keep its clients from coming all at once.
      channelIsMuted: (channel) => isMuted(channel),
      channelExclusiveMuted: (channel) => notifications().isMuted("channel", channel.id, Date.now()),
      ...withoutTimers,
      retryDelayFunction: (failures) => Math.min(2 ** failures - 1, longestPause) * (0.5 + Math.random()),
    },
    configuration,
  );
  mendEvents(client);
  keepAlive(client);
  client.useExistingSession({ _id: account.sessionId, token: account.token, user_id: account.userId });
  makePatient(client.api);

  const settings = createSyncedSettings(client, account.userId, generation);
  const notifications = createMemo(() => new NotificationPreferences(settings.read("notifications")));
  function isMuted({ id, serverId }: Channel): boolean {
    const now = Date.now();
    return (
      notifications().isMuted("channel", id, now) ||
      (serverId !== undefined && notifications().isMuted("server", serverId, now))
    );
  }

  client.on("ready", () => {
    setGeneration((count) => count + 1);
    setState("online");
  });
  client.on("disconnected", () => setState((now) => (now === "ended" ? now : "offline")));
  client.on("error", (error) => {
    if (!isSessionEnded(error)) return;
    client.options.autoReconnect = false;
    setState("ended");
  });

  const retry = () => state() === "offline" && client.connect();
  // Whoever comes back to the page, or to a network, does not wait for the end of the pause.
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", retry);
  client.connect();

  onCleanup(() => {
    removeEventListener("online", retry);
    document.removeEventListener("visibilitychange", retry);
    client.options.autoReconnect = false;
    client.events.disconnect();
    client.removeAllListeners();
    // A socket that is closed while it opens still fails, and a failure that nobody hears is thrown.
    client.on("error", () => {});
  });
  return { client, state, generation, settings, notifications, retry };
}

function isSessionEnded(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("data" in error)) return false;
  return (error.data as { type?: string } | undefined)?.type === "InvalidSession";
}
