import type { Translation } from "@ui/catalogue.ts";
import type { frame as english } from "../en/frame.ts";

export const frame: Translation<typeof english, "de"> = {
  servers: "Server",
  home: "Start",
  friends: "Freunde",
  savedMessages: "Gespeichertes",
  directMessages: "Direktnachrichten",
  channels: "Kanäle",
  members: "Mitglieder",
  addServer: "Server hinzufügen",
  settings: "Einstellungen",
  lists: "Server und Kanäle",
  openLists: "Listen öffnen",
  listWidth: "Breite der Liste",
  unread: "ungelesen",
  quickSwitcher: "Gehe zu",
  quickSwitcherHint: "Wohin willst du?",
  nothingFound: "Nichts gefunden",
  mentions: { one: "{count} Erwähnung", other: "{count} Erwähnungen" },
};
