import { createEffect, createSignal, onCleanup } from "solid-js";
import type { DataEditUser } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import { type Client, sessionState } from "../session/client.ts";

export const presences = ["Online", "Idle", "Focus", "Busy", "Invisible"] as const;
export type OwnPresence = (typeof presences)[number];

export const setPresence = (client: Client, presence: OwnPresence) =>
  attempt(() => editSelf(client, { status: { presence } }));

const editSelf = (client: Client, changes: DataEditUser) =>
  client.api.patch(`/users/${client.state.selfId}`, changes);

/** The presence that the user has chosen. An invisible user appears as offline, also to themselves. */
export function ownPresence(client: Client): OwnPresence {
  const { user } = client;
  if (!user?.online) return "Invisible";
  return presences.find((presence) => presence === user.status?.presence) ?? "Online";
}

/** The server keeps a status until it is changed; this device remembers which one it has to clear, and when. */
interface Expiry {
  readonly userId: string;
  readonly text: string;
  readonly at: number;
}

const key = "status-expiry";
const expiryOf = sessionState(() => createSignal(read()));

export async function setStatusText(client: Client, text: string, until?: Date): Promise<void> {
  const { user } = client;
  if (!user) return;
  await editSelf(client, text ? { status: { text } } : { remove: ["StatusText"] });
  remember(client, text && until ? { userId: user.id, text, at: +until } : undefined);
}

/** Clears the status when its time has come, as long as the caller's owner exists. */
export function clearStatusInTime(client: Client): void {
  createEffect(() => {
    const known = expiryOf(client)[0]();
    if (!known || known.userId !== client.user?.id) return;
    const clear = () => {
      // Timers run for 24 days at most; this starts one for the rest.
      if (Date.now() < known.at) return remember(client, { ...known });
      remember(client, undefined);
      // Another device may have set another text since.
      if (client.user?.status?.text === known.text) void attempt(() => setStatusText(client, ""));
    };
    const timer = setTimeout(clear, Math.min(Math.max(0, known.at - Date.now()), 2 ** 31 - 1));
    onCleanup(() => clearTimeout(timer));
  });
}

function remember(client: Client, next: Expiry | undefined): void {
  if (next) localStorage.setItem(key, JSON.stringify(next));
  else localStorage.removeItem(key);
  expiryOf(client)[1](next);
}

function read(): Expiry | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof value === "object" && value && "at" in value ? (value as Expiry) : undefined;
  } catch {
    return undefined;
  }
}
