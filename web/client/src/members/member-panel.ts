import { createSignal } from "solid-js";
import { usePanel } from "../components/panel-state.ts";
import { areMembersWanted, setMembersWanted } from "../preferences/preferences.ts";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

const wideScreen = matchMedia("(width >= 1100px)");
const [isWide, setWide] = createSignal(wideScreen.matches);
wideScreen.addEventListener("change", ({ matches }) => setWide(matches));

// On narrow screens the list covers the messages: it is opened when wanted and never remembered.
const openNarrow = sessionState(() => createSignal(false));

/** The list of members next to the messages. */
export function useMemberPanel() {
  const panel = usePanel();
  const [isOpenNarrow, setOpenNarrow] = openNarrow(useClient());
  return {
    /** The search or the pinned messages replace it, and leave the messages their width. */
    isShown: (channelId: string) =>
      panel.kindIn(channelId) === undefined && (isWide() ? areMembersWanted() : isOpenNarrow()),
    show(shown: boolean): void {
      if (shown) panel.close();
      if (isWide()) setMembersWanted(shown);
      else setOpenNarrow(shown);
    },
  };
}
