import type { Translation } from "@ui/catalogue.ts";
import type { navigation as english } from "../en/navigation.ts";

export const navigation: Translation<typeof english, "de"> = {
  switcher: {
    server: "Server",
    messages: "Nachrichten",
    hint: "Beginne mit @ für Personen, # für Kanäle, > für Aktionen.",
    searchFailed: "Die Suche nach Nachrichten hat nicht geklappt.",
    markRead: "{server} als gelesen markieren",
    mute: "{name} stummschalten",
    unmute: "{name} nicht mehr stummschalten",
    appearAs: "Anwesenheit: {presence}",
  },
  inbox: {
    title: "Eingang",
    label: { one: "Eingang, {count} Erwähnung", other: "Eingang, {count} Erwähnungen" },
    mentions: "Erwähnungen",
    unread: "Ungelesen",
    markAllRead: "Alles als gelesen markieren",
    markRead: "{channel} als gelesen markieren",
    allRead: "Alles ist gelesen.",
    empty: "Nichts Neues",
    emptyHint: "Hier erscheinen Erwähnungen und ungelesene Kanäle aller Server.",
    moreMentions: { one: "{count} weitere Erwähnung", other: "{count} weitere Erwähnungen" },
    withoutText: "Eine Nachricht ohne Text",
    more: { one: "{count} weiteren Kanal zeigen", other: "{count} weitere Kanäle zeigen" },
  },
  favourites: {
    title: "Favoriten",
    add: "Zu den Favoriten",
    remove: "Aus den Favoriten entfernen",
    hideMuted: "Stummgeschaltete Kanäle ausblenden",
    showMuted: "Stummgeschaltete Kanäle zeigen",
  },
  folders: {
    name: "Name des Ordners",
    nameHint: "Ohne Namen heißt der Ordner nach seinen Servern.",
    colour: "Farbe",
    edit: "Ordner bearbeiten",
    create: "Neuer Ordner mit diesem Server",
    moveTo: "In den Ordner {folder}",
    takeOut: "Aus dem Ordner nehmen",
    dissolve: "Ordner auflösen",
    label: "Ordner {name}",
    colours: {
      none: "Keine Farbe",
      red: "Rot",
      yellow: "Gelb",
      green: "Grün",
      blue: "Blau",
    },
  },
};
