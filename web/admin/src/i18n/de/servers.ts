import type { Translation } from "@ui/catalogue.ts";
import type { servers as english } from "../en/servers.ts";

export const servers: Translation<typeof english, "de"> = {
  title: "Server",
  search: "Name oder Id",
  empty: "Noch gibt es keinen Server",
  emptyHint: "Server, die jemand anlegt, erscheinen hier.",
  name: "Name",
  owner: "Gehört",
  members: "Mitglieder",
  memberCount: { one: "{count} Mitglied", other: "{count} Mitglieder" },
  details: "Server",
  description: "Beschreibung",
  flags: "Vermerke",
  flagNames: { official: "Offiziell", verified: "Geprüft" },
  saved: "{name} wurde geändert.",
  transfer: "Übertragen",
  transferHint: "Der Server gehört dann jemand anderem, mit Mitgliedschaft, wenn nötig.",
  transferTitle: "{name} übertragen",
  newOwner: "Neue Besitzerin oder neuer Besitzer",
  newOwnerHint: "Suche nach Name, E-Mail-Adresse oder Id, und wähle jemanden aus.",
  transferred: "{name} gehört jetzt {owner}.",
  delete: "Server löschen",
  deleteHint:
    "Löscht den Server mit allen Kanälen, Nachrichten, Rollen und Emoji. Das lässt sich nicht rückgängig machen.",
  deleteTitle: "{name} löschen?",
  deleteWhat:
    "{members} verlieren ihn, mit allen Kanälen, Nachrichten, Rollen und Emoji. Das lässt sich nicht rückgängig machen.",
  deleted: "{name} wurde gelöscht.",
  audit: "Was mit diesem Server getan wurde",
};
