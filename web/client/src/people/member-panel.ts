import { createSignal } from "solid-js";
import { closePanel, panelOf } from "../search/panel-state.ts";

const key = "members-shown";
const wideScreen = matchMedia("(width >= 1100px)");
const [isWide, setWide] = createSignal(wideScreen.matches);
wideScreen.addEventListener("change", ({ matches }) => setWide(matches));

// On narrow screens the list covers the messages: it is opened when wanted and never remembered.
const [isWanted, setWanted] = createSignal(localStorage.getItem(key) !== "no");
const [isOpenNarrow, setOpenNarrow] = createSignal(false);

/** The search or the pinned messages stand in their place, and leave the messages their width. */
export const areMembersShown = (channelId: string) =>
  panelOf(channelId) === undefined && (isWide() ? isWanted() : isOpenNarrow());

export function showMembers(shown: boolean): void {
  if (shown) closePanel();
  if (!isWide()) {
    setOpenNarrow(shown);
    return;
  }
  setWanted(shown);
  localStorage.setItem(key, shown ? "yes" : "no");
}
