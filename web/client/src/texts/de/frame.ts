import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const frame: Texts["frame"] = {
  servers: "Server",
  home: "Start",
  friends: "Freunde",
  savedMessages: "Gespeicherte Nachrichten",
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
  mentions: (count: number) => plural(count, { one: "# Erwähnung", other: "# Erwähnungen" }),
};
