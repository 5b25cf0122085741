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
  confirmTitle: "Bestätige, dass du es bist",
  confirmHint:
    "Die Verwaltung fragt nach 15 Minuten wieder nach einem Code. Danach geht weiter, was du gerade tust. Ein schon benutzter Code zählt nicht: Warte auf den nächsten.",
  confirm: "Bestätigen",
  notPrivilegedTitle: "Dieses Konto verwaltet den Server nicht",
  notPrivilegedHint:
    "Wer den Server betreibt, kann das ändern, mit diesem Befehl auf der Maschine. Wer ihn schon verwaltet, kann es auch hier, auf der Seite der Person.",
  secondFactorTitle: "Ein zweiter Faktor ist nötig",
  secondFactorHint:
    "Wer verwaltet, braucht eine Authenticator-App. Schalte sie im Chat ein, unter Einstellungen, Zweiter Faktor, oder lass sie von diesem Befehl auf der Maschine einrichten. Melde dich dann hier neu an.",
  toSecondFactor: "Zu den Einstellungen",
};
