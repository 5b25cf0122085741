import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const servers: Texts["servers"] = {
  title: "Server",
  search: "Name oder Id",
  empty: "Noch gibt es keinen Server",
  emptyHint: "Server, die jemand anlegt, erscheinen hier.",
  name: "Name",
  owner: "Gehört",
  members: "Mitglieder",
  memberCount: (count: number) => plural(count, { one: "# Mitglied", other: "# Mitglieder" }),
  details: "Server",
  description: "Beschreibung",
  flags: "Vermerke",
  flagNames: { official: "Offiziell", verified: "Geprüft" },
  saved: (name: string) => `${name} wurde geändert.`,
  transfer: "Übertragen",
  transferHint: "Der Server gehört dann jemand anderem, mit Mitgliedschaft, wenn nötig.",
  transferTitle: (name: string) => `${name} übertragen`,
  newOwner: "Neue Besitzerin oder neuer Besitzer",
  newOwnerHint: "Suche nach Name, E-Mail-Adresse oder Id, und wähle jemanden aus.",
  transferred: (name: string, owner: string) => `${name} gehört jetzt ${owner}.`,
  delete: "Server löschen",
  deleteHint:
    "Löscht den Server mit allen Kanälen, Nachrichten, Rollen und Emoji. Das lässt sich nicht rückgängig machen.",
  deleteTitle: (name: string) => `${name} löschen?`,
  deleteWhat: (members: string) =>
    `${members} verlieren ihn, mit allen Kanälen, Nachrichten, Rollen und Emoji. Das lässt sich nicht rückgängig machen.`,
  deleted: (name: string) => `${name} wurde gelöscht.`,
  audit: "Was mit diesem Server getan wurde",
};
