import type { Texts } from "../texts.ts";

export const markdown: Texts["markdown"] = {
  showSpoiler: "Spoiler anzeigen",
  code: "Code",
  copy: "Kopieren",
  hidden: "(verborgen)",
  unknownPerson: "unbekannte Person",
  unknownRole: "unbekannte Rolle",
  unknownChannel: "unbekannter Kanal",
};
