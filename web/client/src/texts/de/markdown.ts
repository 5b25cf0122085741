import type { Texts } from "../texts.ts";

export const markdown: Texts["markdown"] = {
  showSpoiler: "Spoiler anzeigen",
  code: "Code",
  copy: "Kopieren",
  copied: "Kopiert",
  copyFailed: "Der Browser erlaubt das Kopieren nicht. Markiere den Text und kopiere ihn selbst.",
  hidden: "(verborgen)",
  unknownPerson: "unbekannte Person",
  unknownRole: "unbekannte Rolle",
  unknownChannel: "unbekannter Kanal",
};
