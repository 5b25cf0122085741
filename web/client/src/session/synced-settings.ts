import type { SyncedSettings } from "../preferences/create-stored.ts";
import type { Client } from "./client.ts";

type Entry = readonly [time: number, text: string];

/**
 * The settings of the account. A write is shown at once. If the server refuses it, what the server has is shown again,
 * also where several writes of a key are under way and some of them are refused.
 */
export function createSyncedSettings(client: Client): SyncedSettings {
  const entryOf = (key: string): Entry | undefined => client.state.settings[key];
  /** The writes that are under way, by their times, and what the server had before them. */
  const underWay = new Map<string, { readonly times: Set<number>; known: Entry | undefined }>();
  const put = (key: string, entry: Entry | undefined) =>
    client.change((state) => {
      const { [key]: _, ...others } = state.settings;
      state.settings = entry ? { ...others, [key]: entry } : others;
    });

  return {
    read: (key) => entryOf(key)?.[1],
    async write(key, text) {
      const before = entryOf(key);
      const writes = underWay.get(key) ?? { times: new Set(), known: before };
      underWay.set(key, writes);
      // Anything that is not a write of this device came from the server.
      if (!before || !writes.times.has(before[0])) writes.known = before;
      // Later than what is known, also on a device whose clock is behind: others take the latest.
      const time = Math.max(Date.now(), (before?.[0] ?? 0) + 1);
      writes.times.add(time);
      put(key, [time, text]);
      try {
        await client.api.post("/sync/settings/set", { [key]: text }, { query: { timestamp: time } });
        if ((writes.known?.[0] ?? 0) < time) writes.known = [time, text];
        if ((entryOf(key)?.[0] ?? 0) < time) put(key, [time, text]);
      } catch (thrown) {
        // Unless something newer has come meanwhile.
        if (entryOf(key)?.[0] === time) put(key, writes.known);
        throw thrown;
      } finally {
        writes.times.delete(time);
        if (writes.times.size === 0) underWay.delete(key);
      }
    },
  };
}
