import type { Translation } from "@ui/catalogue.ts";
import type { common as english } from "../en/common.ts";

export const common: Translation<typeof english, "de"> = {
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  delete: "Löschen",
  retry: "Noch einmal versuchen",
  reload: "Neu laden",
  loading: "Wird geladen",
  back: "Zurück",
  copied: "Kopiert",
  copyFailed: "Kopieren hat nicht geklappt. Markiere den Text und kopiere ihn von Hand.",
  connecting: "Verbindung wird aufgebaut …",
  offline: "Keine Verbindung. Was du siehst, kann veraltet sein.",
  unreachable: "Keine Verbindung zum Server",
  unreachableHint: "Diese Seite macht von selbst weiter, sobald der Server erreichbar ist.",
  chunkMissing:
    "Ein Teil dieser Seite konnte nicht geladen werden: Es gibt eine neue Version oder keine Verbindung. Lade die Seite neu.",
  componentFailed: "Hier ist etwas schiefgegangen.",
  pageFailed: "Diese Seite ist gescheitert. Lade sie neu; was du geschrieben hast, bleibt erhalten.",
  sessionEnded: "Diese Sitzung ist beendet. Melde dich neu an.",
  notFound: "Hier ist nichts",
  notFoundHint: "Die Seite gibt es nicht, oder du darfst sie nicht sehen.",
  calendar: {
    choose: "Tag wählen",
    clear: "Kein Tag",
    previousMonth: "Voriger Monat",
    nextMonth: "Nächster Monat",
  },
  notices: "Hinweise",
  times: { one: "einmal", other: "{count}-mal" },
  otherError: "Das hat nicht geklappt ({type}).",
};
