import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const search: Texts["search"] = {
  search: "Suchen",
  searchIn: (name: string) => `In ${name} suchen`,
  words: "Wörter",
  wordsHint:
    "Eines der Wörter genügt. „Mehrere Wörter“ in Anführungszeichen gehören zusammen, -Wort schließt aus.",
  filters: "Filter",
  author: "Geschrieben von",
  noSuchAuthor: "Hier heißt niemand so.",
  content: "Mit",
  contents: { anything: "beliebigem Inhalt", file: "Datei", link: "Link", embed: "Vorschau oder Karte" },
  from: "Von",
  to: "Bis",
  onlyPinned: "Nur angeheftete",
  sort: "Reihenfolge",
  sorts: { Latest: "Neueste zuerst", Oldest: "Älteste zuerst", Relevance: "Beste Treffer zuerst" },
  problems: {
    empty: "Schreib, was du suchst, oder wähle einen Filter.",
    noWord: "Schreib mindestens einen Buchstaben oder eine Ziffer.",
    days: "Der erste Tag liegt nach dem letzten.",
  },
  start: "Was suchst du?",
  startHint: "Wörter in Nachrichten, oder alles, was jemand geschrieben hat, an einem Tag oder mit Datei.",
  nothing: "Nichts gefunden",
  nothingHint: "Versuch es mit anderen Wörtern oder weniger Filtern.",
  found: (count: number) => plural(count, { one: "# Nachricht", other: "# Nachrichten" }),
  foundSoFar: (count: number, date: string) =>
    plural(count, { one: `# Nachricht bis ${date}`, other: `# Nachrichten bis ${date}` }),
  more: "Weitersuchen",
  best: "Das sind die besten Treffer. Ordne nach Zeit, um alle zu sehen.",
  jump: "Hinspringen",
  messageBy: (name: string, time: string) => `${name}, ${time}`,
  unknownAuthor: "Jemand",
  pins: "Angeheftete Nachrichten",
  noPins: "Nichts ist angeheftet",
  noPinsHint: "Was in diesem Kanal angeheftet wird, findest du hier wieder.",
  unpin: "Ablösen",
  unpinned: "Die Nachricht ist nicht mehr angeheftet.",
  undo: "Rückgängig",
  olderPins: "Ältere",
  jumpToDate: "Zu einem Datum springen",
  date: "Datum",
  noneThatLate: "Ab diesem Tag gibt es keine Nachrichten.",
};
