import type { Texts } from "../texts.ts";

export const common: Texts["common"] = {
  cancel: "Abbrechen",
  close: "Schließen",
  save: "Speichern",
  delete: "Löschen",
  retry: "Noch einmal versuchen",
  loading: "Wird geladen",
  back: "Zurück",
  copied: "Kopiert",
  copyFailed: "Kopieren hat nicht geklappt. Markiere den Text und kopiere ihn von Hand.",
  connecting: "Verbindung wird aufgebaut …",
  offline: "Keine Verbindung. Was du siehst, kann veraltet sein.",
  sessionEnded: "Diese Sitzung ist beendet. Melde dich neu an.",
  notFound: "Hier ist nichts",
  notFoundHint: "Die Seite gibt es nicht, oder du darfst sie nicht sehen.",
  otherError: (type: string) => `Das hat nicht geklappt (${type}).`,
};
