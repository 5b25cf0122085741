import type { Translation } from "@ui/catalogue.ts";
import type { access as english } from "../en/access.ts";

export const access: Translation<typeof english, "de"> = {
  logInTitle: "Verwaltung",
  email: "E-Mail-Adresse",
  password: "Passwort",
  logIn: "Anmelden",
  logOut: "Abmelden",
  sessionEnded: "Die Sitzung ist beendet. Melde dich neu an.",
  secondFactor: "Noch ein Schritt",
  totpCode: "Code",
  totpHint: "Die sechs Ziffern aus deiner Authenticator-App.",
  recoveryCode: "Wiederherstellungscode",
  recoveryHint: "Einer der Codes, die du notiert hast. Jeder gilt einmal.",
  useRecovery: "Einen Wiederherstellungscode benutzen",
  useTotp: "Die Authenticator-App benutzen",
  continueWith: "Weiter mit {name}",
  orWithPassword: "oder mit einem Passwort",
  withPasskey: "Mit Passkey anmelden",
  usePasskey: "Einen Passkey benutzen",
  passkeyHint: "Dein Browser fragt dich gleich nach einem Passkey.",
  confirmTitle: "Bestätige, dass du es bist",
  confirmHint:
    "Die Verwaltung fragt nach 15 Minuten wieder. Danach geht weiter, was du gerade tust. Ein schon benutzter Code zählt nicht: Warte auf den nächsten.",
  confirm: "Bestätigen",
  confirmWith: "Mit {name} bestätigen",
  confirmThere: "{name} benutzen",
  confirmOtherwise: "Anders bestätigen",
  providerHint:
    "Die Verwaltung fragt nach 15 Minuten wieder. {name} prüft, dass du es bist, und führt dann auf diese Seite zurück. Wiederhole dort, was du gerade tust.",
  returnFailed: "Das hat nicht geklappt",
  returnProblems: {
    expired:
      "Es hat zu lange gedauert oder wurde in einem anderen Browser oder Tab begonnen. Versuche es noch einmal.",
    refused: "Der Dienst hat nicht bestätigt, wer du bist.",
    unreachable: "Der Dienst antwortet gerade nicht. Versuche es später noch einmal.",
    invalid: "Der Antwort des Dienstes ist nicht zu trauen. Das Log sagt, warum.",
    "address-in-use":
      "Ein Konto hier hat dieselbe E-Mail-Adresse. Verknüpfe den Dienst im Chat damit, unter Einstellungen, Konto.",
    "registration-closed": "Du hast hier noch kein Konto.",
    "invite-needed": "Du hast hier noch kein Konto.",
    "not-allowed": "Dieser Server nimmt dein dortiges Konto nicht an.",
    "other-account": "Das ist nicht das Konto, das hier verknüpft ist.",
    "second-factor-needed": "Dein Konto hat einen zweiten Faktor. Bestätige stattdessen damit.",
  },
  notPrivilegedTitle: "Dieses Konto verwaltet den Server nicht",
  notPrivilegedHint:
    "Wer den Server betreibt, kann das ändern, mit diesem Befehl auf der Maschine. Wer ihn schon verwaltet, kann es auch hier, auf der Seite der Person.",
  secondFactorTitle: "Ein zweiter Faktor ist nötig",
  secondFactorHint:
    "Wer verwaltet, braucht eine Authenticator-App oder einen Passkey. Richte das im Chat ein, unter Einstellungen, Zweiter Faktor, oder lass eine App von diesem Befehl auf der Maschine einrichten. Melde dich dann hier neu an.",
  toSecondFactor: "Zu den Einstellungen",
};
