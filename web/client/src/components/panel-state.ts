import { createSignal } from "solid-js";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

export type PanelKind = "search" | "pins";

/** Below this the panel covers the messages, and goes when somebody wants to see one of them. */
const isWide = matchMedia("(width >= 1100px)");

/** In place of a channel: the panel next to the home page. */
export const homePanel = "home";

const panelOf = sessionState(() => {
  const [shown, setShown] = createSignal<{ readonly kind: PanelKind; readonly channelId: string }>();
  const [isFocusWanted, setFocusWanted] = createSignal(false);
  const kindIn = (channelId: string) => (shown()?.channelId === channelId ? shown()?.kind : undefined);
  const close = () => void setShown(undefined);
  return {
    /** Which panel is open next to the messages of a channel. */
    kindIn,
    open(kind: PanelKind, channelId: string): void {
      if (kindIn(channelId) !== kind) setShown({ kind, channelId });
      if (kind === "search") setFocusWanted(true);
    },
    close,
    /** Takes the panel along to a channel; one that would cover its messages goes. */
    takeTo(channelId: string): void {
      setShown((now) => (now && isWide.matches ? { ...now, channelId } : undefined));
    },
    /** Whether somebody wants to type a search. */
    isFocusWanted,
    setFocusWanted,
  };
});

/** The panel next to the messages. */
export const usePanel = () => panelOf(useClient());
