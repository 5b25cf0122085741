import { createMemo } from "solid-js";
import type { SyncedSettings } from "../preferences/create-stored.ts";
import { hiddenPreviewsIn, withLatest } from "../preferences/preferences.ts";

/** How many messages are remembered. */
const mostMessages = 300;

export type HiddenPreviews = ReturnType<typeof createHiddenPreviews>;

/** The messages whose previews the user has hidden for themselves, on all of their devices. */
export function createHiddenPreviews(settings: SyncedSettings) {
  const [hidden, store] = hiddenPreviewsIn(settings);
  const ids = createMemo(() => new Set(hidden().ids));
  return {
    has: (messageId: string): boolean => ids().has(messageId),
    toggle(messageId: string): Promise<void> {
      const { ids: all } = hidden();
      return store({
        ids: ids().has(messageId)
          ? all.filter((id) => id !== messageId)
          : withLatest(all, messageId, mostMessages),
      });
    },
  };
}
