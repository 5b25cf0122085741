import type { Translation } from "@ui/catalogue.ts";
import type { markdown as english } from "../en/markdown.ts";

export const markdown: Translation<typeof english, "de"> = {
  showSpoiler: "Spoiler anzeigen",
  code: "Code",
  copy: "Kopieren",
  done: "Erledigt",
  notDone: "Nicht erledigt",
  hidden: "(verborgen)",
  unknownPerson: "unbekannte Person",
  unknownRole: "unbekannte Rolle",
  unknownChannel: "unbekannter Kanal",
};
