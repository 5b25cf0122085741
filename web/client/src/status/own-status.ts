import { createEffect, createSignal, onCleanup } from "solid-js";
import type { DataEditUser } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import type { RequestOptions } from "../session/api.ts";
import { readApiError } from "../session/api-error.ts";
import { type Client, sessionState } from "../session/client.ts";
import { pause } from "../session/pauses.ts";

export const presences = ["Online", "Idle", "Focus", "Busy", "Invisible"] as const;
export type OwnPresence = (typeof presences)[number];

/** What was chosen and the server does not have yet, whether the server asks to wait with it, and the work on it. */
const choiceOf = sessionState(() => {
  const [choice, setChoice] = createSignal<OwnPresence>();
  const [isWaiting, setWaiting] = createSignal(false);
  return { choice, setChoice, isWaiting, setWaiting, work: undefined as Promise<void> | undefined };
});

/** As often as the server may ask to wait. */
const attempts = 6;

/** Shows a presence at once and sends it. While the server asks to wait, another choice takes its position. */
export function choosePresence(client: Client, presence: OwnPresence): Promise<void> {
  const state = choiceOf(client);
  state.setChoice(presence);
  state.work ??= sendChoice(client).finally(() => {
    state.work = undefined;
    state.setWaiting(false);
    state.setChoice(undefined);
  });
  return state.work;
}

async function sendChoice(client: Client): Promise<void> {
  const { choice, setWaiting } = choiceOf(client);
  let sent: OwnPresence | undefined;
  for (let attempt = 1; sent !== choice(); ) {
    const presence = choice();
    try {
      await editSelf(client, { status: { presence } }, { isSentOnce: true });
      sent = presence;
    } catch (thrown) {
      const { type, retryAfter = 0 } = readApiError(thrown);
      if (type !== "RateLimited" || attempt++ === attempts) throw thrown;
      setWaiting(true);
      await pause(retryAfter);
    }
  }
}

export const setPresence = (client: Client, presence: OwnPresence) =>
  attempt(() => choosePresence(client, presence));

/** Whether the server has asked to wait before it takes the presence that was chosen. */
export const isPresenceWaiting = (client: Client) => choiceOf(client).isWaiting();

const editSelf = (client: Client, changes: DataEditUser, options?: RequestOptions<undefined>) =>
  client.api.patch(`/users/${client.state.selfId}`, changes, options);

/** The presence that the user has chosen. An invisible user appears as offline, also to themselves. */
export function ownPresence(client: Client): OwnPresence {
  const { user } = client;
  const chosen = choiceOf(client).choice();
  if (chosen) return chosen;
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
