import type { Translation } from "@ui/catalogue.ts";
import type { keyboard as english } from "../en/keyboard.ts";

export const keyboard: Translation<typeof english, "de"> = {
  title: "Tastatur",
  change: "Tasten ändern",
  hint: "Drücke einen Knopf und dann die neuen Tasten. Esc lässt alles, wie es ist. Die Tasten gelten auf diesem Gerät.",
  changeOf: "Tasten für „{name}“: {keys}",
  listening: "Neue Tasten drücken",
  reset: "Übliche Tasten für: {name}",
  resetAll: "Alle Tasten zurücksetzen",
  problems: {
    taken: "{keys} ist schon vergeben: {name}.",
    browser: "{keys} gehört dem Browser oder den Feldern einer Seite.",
    writing: "{keys} schreibt etwas. Nimm Strg oder Alt dazu.",
    enter: "{keys} geht hier nicht: Enter sendet oder bricht die Zeile um, höchstens mit Strg oder Umschalt.",
  },
  shortcuts: {
    quickSwitcher: "Zu einem Kanal, einer Person oder Nachricht gehen, oder etwas tun",
    inbox: "Eingang",
    previousChannel: "Voriger Kanal",
    nextChannel: "Nächster Kanal",
    previousUnread: "Voriger ungelesener Kanal",
    nextUnread: "Nächster ungelesener Kanal",
    previousServer: "Voriger Server",
    nextServer: "Nächster Server",
    search: "Im Kanal suchen",
    markRead: "Den Kanal als gelesen markieren",
    markServerRead: "Den Server als gelesen markieren",
    editLast: "Deine letzte Nachricht bearbeiten, bei leerem Eingabefeld",
    send: "Nachricht senden",
    newLine: "Neue Zeile",
    mute: "Mikrofon stummschalten, in einem Anruf",
    deafen: "Die anderen nicht mehr hören, in einem Anruf",
    notices: "Hinweise, solange welche da sind",
    settings: "Einstellungen",
    keyboard: "Alle Tasten",
  },
};
