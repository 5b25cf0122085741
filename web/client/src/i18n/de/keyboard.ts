import type { Translation } from "@ui/catalogue.ts";
import type { keyboard as english } from "../en/keyboard.ts";

export const keyboard: Translation<typeof english, "de"> = {
  title: "Tastatur",
  quickSwitcher: "Zu einem Kanal, Server oder Gespräch gehen",
  previousChannel: "Voriger Kanal",
  nextChannel: "Nächster Kanal",
  nextUnread: "Nächster ungelesener Kanal",
  nextServer: "Nächster Server",
  previousServer: "Voriger Server",
  search: "Im Kanal suchen",
  markRead: "Den Kanal als gelesen markieren",
  editLast: "Deine letzte Nachricht bearbeiten, bei leerem Eingabefeld",
  send: "Nachricht senden",
  newLine: "Neue Zeile",
  mute: "Mikrofon stummschalten, in einem Anruf",
  deafen: "Die anderen nicht mehr hören, in einem Anruf",
  notices: "Hinweise, solange welche da sind",
  settings: "Einstellungen",
  keyboard: "Diese Seite",
};
