import type { Translation } from "@ui/catalogue.ts";
import type { setup as english } from "../en/setup.ts";

export const setup: Translation<typeof english, "de"> = {
  title: "Richte deinen Server ein",
  hint: "Ein paar Fragen, dann ist dein Server bereit für andere. Gespeichert wird erst, wenn du fertig bist.",
  linkGone:
    "Dieser Link gilt nicht mehr: Er funktioniert einmal, eine Stunde lang und solange es niemanden gibt, der den Server betreibt. Einen neuen bekommst du mit „ermine setup link“ oder wenn du den Server in einem Terminal neu startest.",
  fixed: "Deine Konfiguration sagt: {value}",
  operator: "Dein Konto",
  operatorHint: "Du betreibst diesen Server: Du darfst alles tun und sehen und hast die Admin-Seite.",
  factorHint:
    "Wer den Server betreibt, braucht einen zweiten Faktor. Scanne das mit deiner Authenticator-App oder gib den Schlüssel dort ein.",
  community: "Deine Gemeinschaft",
  communityHint:
    "Mit einem Namen bekommst du einen Server, dem alle beitreten, die sich registrieren, und den der Web-Client zuerst zeigt. Lass das Feld leer, wenn es hier viele Server geben soll.",
  communityName: "Name der Gemeinschaft",
  address: "Öffentliche Adresse",
  addressHint:
    "Unter ihr erreichen andere diesen Server; sie steht in Mails und Einladungen. Lass sie leer, solange nur du ihn nutzt.",
  publicUrl: "Adresse",
  mail: "E-Mail",
  mailHint:
    "Mit E-Mail bestätigen neue Leute ihre Adresse und setzen vergessene Passwörter selbst zurück. Sonst machst du das.",
  sendMail: "E-Mails senden",
  mailHost: "Mailserver",
  tls: "Verschlüsselung",
  tlsKinds: { implicit: "TLS", starttls: "STARTTLS", none: "Keine" },
  port: "Port",
  mailUser: "Benutzername",
  mailPassword: "Passwort des Mailservers",
  from: "Absender",
  fromHint: "Zum Beispiel: Unser Chat <chat@example.org>",
  testMail: "Testmail an mich senden",
  mailSent: "Der Mailserver hat eine Mail an {email} angenommen.",
  voice: "Anrufe",
  voiceHint: "Anrufe brauchen LiveKit, das Ermine selbst startet, wenn es installiert ist.",
  allowCalls: "Anrufe erlauben",
  checkVoice: "Anrufe prüfen",
  voiceWorks: "Anrufe funktionieren.",
  voiceFails: "Anrufe funktionieren noch nicht: {reason}",
  backups: "Sicherungen",
  backupsHint:
    "Jeden Tag entsteht eine Sicherung, die letzten sieben bleiben. Eine andere Festplatte ist ein besserer Ort als diese.",
  makeBackups: "Sicherungen anlegen",
  folder: "Ordner",
  folderHint: "Auf der Maschine des Servers.",
  checkFolder: "Ordner prüfen",
  folderWorks: "Dort ist Platz für Sicherungen: {free} sind frei.",
  folderProblems: {
    relative: "Gib den ganzen Pfad an, von der Wurzel an und ohne zwei Punkte.",
    data: "Dieser Ordner gehört zu den Daten. Nimm seinen Ordner backups oder besser eine andere Festplatte.",
    missing: "Weder diesen Ordner noch den darum herum gibt es.",
    file: "Das ist eine Datei.",
    not_writable: "Der Server darf dort nicht schreiben.",
    full: "Dort sind weniger als 100 MB frei.",
  },
  whereWritten:
    "Die Einstellungen kommen nach setup.toml im Ordner der Daten. Was in ermine.toml steht, hat Vorrang.",
  notWritten:
    "Die Server eines Clusters haben keine gemeinsame Datei: Du bekommst die Einstellungen als Zeilen für die ermine.toml jedes Servers.",
  finish: "Fertigstellen",
  done: "Dein Server ist eingerichtet",
  doneHint:
    "Du bist {name}. Bewahre die Wiederherstellungscodes auf, bevor du weitergehst: Sie erscheinen nur einmal.",
  settings: "Einstellungen",
  settingsHint: "Dasselbe als Zeilen der ermine.toml.",
  settingsFile: "ermine.toml",
  restarting: "Ermine startet mit deinen Einstellungen neu. Das dauert ein paar Sekunden.",
  restarted: "Ermine läuft mit deinen Einstellungen.",
  restartYourself: "Starte Ermine neu, damit die Einstellungen gelten.",
  copySettings: "Kopiere die Einstellungen in die ermine.toml jedes Servers und starte die Server neu.",
  nothingToApply: "Melde dich an, um weiterzumachen.",
};
