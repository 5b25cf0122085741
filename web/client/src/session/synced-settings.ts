import type { Client } from "./client.ts";

/**
 * The keys of the protocol's settings that this client reads. `ordering` and `notifications` are shared with other
 * clients; what is ours alone is under `ermine`.
 */
export type SettingsKey = "ordering" | "notifications" | "ermine";

/** Texts that the server keeps for the user and tells all of their devices. */
export interface SyncedSettings {
  read(key: SettingsKey): string | undefined;
  /** Shows the new text at once, and takes it back if the server refuses it. */
  write(key: SettingsKey, text: string): Promise<void>;
}

export function createSyncedSettings(client: Client): SyncedSettings {
  const entryOf = (key: SettingsKey) => client.state.settings[key];
  return {
    read: (key) => entryOf(key)?.[1],
    async write(key, text) {
      const before = entryOf(key);
      // Later than what is known, also on a device whose clock is behind: others take the latest.
      const time = Math.max(Date.now(), (before?.[0] ?? 0) + 1);
      const put = (entry: readonly [number, string] | undefined) =>
        client.change((state) => {
          const { [key]: _, ...others } = state.settings;
          state.settings = entry ? { ...others, [key]: entry } : others;
        });
      put([time, text]);
      try {
        await client.api.post("/sync/settings/set", { [key]: text }, { query: { timestamp: time } });
      } catch (thrown) {
        // Unless something newer has come meanwhile.
        if (entryOf(key)?.[0] === time) put(before);
        throw thrown;
      }
    },
  };
}
