import { createSignal } from "solid-js";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

export type PanelKind = "search" | "pins";

/** Below this the panel covers the messages, and goes when somebody wants to see one of them. */
const isWide = matchMedia("(width >= 1100px)");

const panelOf = sessionState(() => {
  const [shown, setShown] = createSignal<{ readonly kind: PanelKind; readonly channelId: string }>();
  const [focusRequests, setFocusRequests] = createSignal(0);
  const kindIn = (channelId: string) => (shown()?.channelId === channelId ? shown()?.kind : undefined);
  const close = () => void setShown(undefined);
  return {
    /** Which panel is open next to the messages of a channel. */
    kindIn,
    open(kind: PanelKind, channelId: string): void {
      if (kindIn(channelId) !== kind) setShown({ kind, channelId });
      if (kind === "search") setFocusRequests((count) => count + 1);
    },
    close,
    closeCovering: () => !isWide.matches && close(),
    /** How often somebody wanted to type a search. */
    focusRequests,
  };
});

/** The panel next to the messages. */
export const usePanel = () => panelOf(useClient());
