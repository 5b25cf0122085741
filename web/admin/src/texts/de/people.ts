import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const people: Texts["people"] = {
  title: "Personen",
  search: "Name, E-Mail-Adresse oder Id",
  empty: "Noch ist niemand da",
  emptyHint: "Wer sich registriert, erscheint hier.",
  name: "Name",
  email: "E-Mail-Adresse",
  state: "Zustand",
  online: "Online",
  disabled: "Gesperrt",
  privileged: "Verwaltung",
  bot: "Bot",
  deleted: "Gelöscht",
  disable: "Sperren",
  enable: "Entsperren",
  endSessions: "Sitzungen beenden",
  disableTitle: (name: string) => `${name} sperren?`,
  disableManyTitle: (count: number) =>
    plural(count, { one: "Ein Konto sperren?", other: "# Konten sperren?" }),
  disableHint:
    "Alle Sitzungen enden sofort, und niemand kann sich damit anmelden. Nachrichten und Server bleiben. Es lässt sich wieder entsperren.",
  endSessionsTitle: (name: string) => `Alle Sitzungen von ${name} beenden?`,
  endManySessionsTitle: (count: number) =>
    plural(count, {
      one: "Alle Sitzungen einer Person beenden?",
      other: "Alle Sitzungen von # Personen beenden?",
    }),
  endSessionsHint: "Sie werden überall abgemeldet und müssen sich neu anmelden.",
  disabledDone: (name: string) => `${name} ist gesperrt.`,
  enabledDone: (name: string) => `${name} ist entsperrt.`,
  sessionsEnded: (name: string) => `Die Sitzungen von ${name} sind beendet.`,
  manyDone: (count: number) =>
    plural(count, { one: "Für # Person erledigt.", other: "Für # Personen erledigt." }),
  manyFailed: (count: number, reason: string) =>
    `${plural(count, { one: "Für # Person nicht erledigt", other: "Für # Personen nicht erledigt" })}: ${reason}`,
  account: "Konto",
  verified: "Adresse bestätigt",
  secondFactor: "Zweiter Faktor",
  deletedAt: "Wird gelöscht",
  storedBytes: "Dateien",
  uploadedToday: (size: string) => `${size} heute`,
  owner: "Gehört",
  noAccount: "Es gibt kein Konto: Diese Person wurde gelöscht.",
  sessions: "Sitzungen",
  noSessions: "Keine Sitzung ist offen.",
  device: "Gerät",
  since: "Seit",
  lastSeen: "Zuletzt benutzt",
  push: "Benachrichtigungen",
  endSession: "Beenden",
  endSessionOf: (device: string) => `Sitzung ${device} beenden`,
  sessionEnded: "Die Sitzung ist beendet.",
  flags: "Vermerke",
  flagsHint: "Andere sehen diese Vermerke im Profil. Sie hindern niemanden an der Anmeldung.",
  flagNames: { suspended: "Suspendiert", banned: "Verbannt", spam: "Spam" },
  badges: "Abzeichen",
  badgeNames: {
    developer: "Entwicklung",
    translator: "Übersetzung",
    supporter: "Unterstützung",
    disclosure: "Sicherheitslücke gemeldet",
    founder: "Gründung",
    moderation: "Moderation",
    activeSupporter: "Aktive Unterstützung",
    paw: "Pfote",
    earlyAdopter: "Früh dabei",
  },
  saved: (name: string) => `${name} wurde geändert.`,
  privilegedHint:
    "Darf diese Seite benutzen, mit einem zweiten Faktor, und alles auf dem Server sehen und ändern.",
  privilegeTitle: (name: string) => `${name} die Verwaltung geben?`,
  privilege: "Verwaltung geben",
  unprivilegeTitle: (name: string) => `${name} die Verwaltung nehmen?`,
  unprivilege: "Verwaltung nehmen",
  unprivilegeHint: "Diese Seite ist danach für diese Person nicht mehr benutzbar.",
  ownedServers: "Eigene Server",
  noServers: "Besitzt keinen Server.",
  resetPassword: "Passwort zurücksetzen",
  resetTitle: (name: string) => `Das Passwort von ${name} zurücksetzen?`,
  resetHint:
    "Der Server erzeugt ein neues und zeigt es dir einmal. Alle Sitzungen enden. Der zweite Faktor bleibt. Stelle sicher, wer fragt.",
  resetDone: (name: string) => `${name} hat ein neues Passwort.`,
  newPassword: "Neues Passwort",
  newPasswordTitle: (name: string) => `Das neue Passwort von ${name}`,
  newPasswordHint:
    "Es wird nur jetzt gezeigt. Gib es so weiter, dass niemand mitliest, und bitte darum, in den Einstellungen des Clients ein eigenes zu wählen.",
  danger: "Gefahr",
  wipe: "Auslöschen",
  wipeHint:
    "Das Konto wird für immer gesperrt. Alle Nachrichten, Freundschaften und Mitgliedschaften gehen, und eigene Server auch.",
  wipeTitle: (name: string) => `${name} auslöschen?`,
  wipeWhat:
    "Das Konto wird gesperrt, und alle Nachrichten, Freundschaften und Mitgliedschaften werden gelöscht. Das lässt sich nicht rückgängig machen.",
  wipeServers: (count: number, names: string) =>
    `${plural(count, { one: "Ein Server wird mit allem darin gelöscht", other: "# Server werden mit allem darin gelöscht" })}: ${names}.`,
  wipeReason: "Grund",
  wiped: (name: string) => `${name} wurde ausgelöscht.`,
  audit: "Was mit diesem Konto getan wurde",
};
