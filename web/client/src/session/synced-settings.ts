import { createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Client } from "stoat.js";

/**
 * The keys of the protocol's settings that this client reads. `ordering` and `notifications` are shared with other
 * clients; what is ours alone is under `ermine`.
 */
const keys = ["ordering", "notifications", "ermine"] as const;
export type SettingsKey = (typeof keys)[number];

type Entry = readonly [time: number, text: string];
type Entries = Readonly<Record<string, Entry | undefined>>;

/** Texts that the server keeps for the user and tells all of their devices. */
export interface SyncedSettings {
  /** The last known text, before the server has answered the one that this device saw last. */
  read(key: SettingsKey): string | undefined;
  /** Shows the new text at once, and takes it back if the server refuses it. */
  write(key: SettingsKey, text: string): Promise<void>;
}

export function createSyncedSettings(
  client: Client,
  userId: string,
  generation: () => number,
): SyncedSettings {
  const cache = `settings:${userId}`;
  const [entries, setEntries] = createSignal<Entries>(readCache(cache));

  function take(update: Entries): void {
    const known = entries();
    const newer = Object.entries(update).filter(
      ([key, entry]) => isOurs(key) && entry && entry[0] >= (known[key]?.[0] ?? 0),
    );
    if (newer.length === 0) return;
    const next = { ...known, ...Object.fromEntries(newer) };
    setEntries(next);
    localStorage.setItem(cache, JSON.stringify(next));
  }

  createEffect(
    on(generation, async (count) => {
      if (count === 0) return;
      try {
        take((await client.api.post("/sync/settings/fetch", { keys: [...keys] })) as Entries);
      } catch {
        // The last known settings stay in force; the next connection asks again.
      }
    }),
  );
  const onUpdate = (_user: string, update: unknown) => take(update as Entries);
  client.on("userSettingsUpdate", onUpdate);
  onCleanup(() => client.off("userSettingsUpdate", onUpdate));

  return {
    read: (key) => entries()[key]?.[1],
    async write(key, text) {
      const before = entries();
      // Later than what is known, also on a device whose clock is behind: others take the latest.
      const next = (before[key]?.[0] ?? 0) + 1;
      take({ [key]: [next, text] });
      try {
        const body = { [key]: text, timestamp: Math.max(Date.now(), next) };
        await client.api.post("/sync/settings/set", body as never);
      } catch (thrown) {
        setEntries(before);
        throw thrown;
      }
    },
  };
}

function isOurs(key: string): boolean {
  return (keys as readonly string[]).includes(key);
}

function readCache(cache: string): Entries {
  try {
    return JSON.parse(localStorage.getItem(cache) ?? "{}") as Entries;
  } catch {
    return {};
  }
}
