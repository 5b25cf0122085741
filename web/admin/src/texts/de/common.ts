import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const common: Texts["common"] = {
  title: "Verwaltung",
  pages: "Seiten",
  menu: "Menü öffnen",
  skip: "Zum Inhalt springen",
  toClient: "Zum Chat",
  cancel: "Abbrechen",
  close: "Schließen",
  retry: "Noch einmal versuchen",
  reload: "Neu laden",
  loading: "Lädt",
  back: "Zurück",
  copied: "Kopiert.",
  copyFailed: "Das Kopieren ging nicht. Markiere den Text und kopiere ihn von Hand.",
  recorded: (what: string) => `${what} Im Protokoll festgehalten.`,
  partMissing:
    "Ein Teil dieser Seite konnte nicht geladen werden: Es gibt eine neue Version oder keine Verbindung.",
  pageFailed: "Diese Seite ist gescheitert. Lade sie neu.",
  notFound: "Hier ist nichts",
  notFoundHint: "Diese Seite gibt es nicht.",
  nextPage: "Nächste Seite",
  previousPage: "Vorige Seite",
  firstPage: "Erste Seite",
  nothingFound: "Nichts gefunden",
  nothingFoundHint: "Kein Eintrag passt zu dem, was du suchst.",
  selected: (count: number) => plural(count, { one: "# ausgewählt", other: "# ausgewählt" }),
  selectAll: "Alle dieser Seite auswählen",
  select: (name: string) => `${name} auswählen`,
  selectionHint:
    "Pfeiltasten bewegen, die Leertaste wählt aus, Umschalt mit einer Pfeiltaste wählt weiter aus, Eingabe öffnet.",
  clearSelection: "Auswahl aufheben",
  id: "Id",
  copy: "Kopieren",
  copyId: "Id kopieren",
  created: "Erstellt",
  yes: "Ja",
  no: "Nein",
  typeToConfirm: (text: string) => `Tippe zur Bestätigung „${text}“`,
  otherError: (type: string) => `Das ging nicht (${type}).`,
};
