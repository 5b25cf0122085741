import { listen } from "@ui/listen.ts";
import { createMemo, createSignal, onCleanup } from "solid-js";
import { NotificationPreferences } from "../preferences/notification-preferences.ts";
import { notificationsIn } from "../preferences/preferences.ts";
import type { StoredAccount } from "./accounts.ts";
import { Api } from "./api.ts";
import { Client } from "./client.ts";
import { EventSocket } from "./event-socket.ts";
import { addresses, apiUrl, type ServerConfiguration } from "./server.ts";
import { createSyncedSettings } from "./synced-settings.ts";

export type ConnectionState = "connecting" | "online" | "offline" | "ended";

/** The connection of one account: its client, and whether it receives events. */
export type Connection = ReturnType<typeof openConnection>;

/** Opens the connection of an account, and closes it with the owner of the caller. */
export function openConnection(account: StoredAccount, configuration: ServerConfiguration) {
  const { token } = account;
  const [state, setState] = createSignal<ConnectionState>("connecting");
  const end = () => {
    setState("ended");
    socket.close();
  };
  const client = new Client({
    api: new Api({ url: apiUrl, token, onSessionEnd: end }),
    account,
    send: (event) => socket.send(event),
    addresses,
    mutes: {
      isChannelMuted: ({ id }) => notifications().isMuted("channel", id, Date.now()),
      isMuted: ({ id, serverId = "" }) =>
        notifications().isMuted("channel", id, Date.now()) ||
        notifications().isMuted("server", serverId, Date.now()),
    },
  });
  /** What the server keeps for the user on all of their devices. */
  const settings = createSyncedSettings(client);
  const [storedNotifications] = notificationsIn(settings);
  const notifications = createMemo(() => new NotificationPreferences(storedNotifications()));

  for (const type of ["Ready", "Resumed"] as const) client.on(type, () => setState("online"));
  client.on("Logout", end);
  client.on("Error", ({ error }) => {
    if (error === "InvalidSession") end();
  });
  const socket = new EventSocket(configuration.ws, token, {
    onClose: () => setState((now) => (now === "ended" ? now : "offline")),
    onPacket: client.receive,
  });

  /** Tries to connect now instead of at the end of the pause. */
  const retry = () => socket.retry();
  // Back on the page or the network, nobody waits for the end of the pause.
  listen(window, "online", retry);
  listen(document, "visibilitychange", retry);
  onCleanup(() => socket.close());
  return { client, state, generation: client.generation, settings, notifications, retry };
}
