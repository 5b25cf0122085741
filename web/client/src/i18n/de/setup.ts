import type { Translation } from "@ui/catalogue.ts";
import type { setup as english } from "../en/setup.ts";

export const setup: Translation<typeof english, "de"> = {
  title: "Richte deinen Server ein",
  hint: "Ein paar Fragen, dann ist dein Server bereit für andere. Gespeichert wird erst, wenn du fertig bist.",
  linkGone:
    "Dieser Link oder Code funktioniert nicht. Er funktioniert nur einmal, eine Stunde lang und solange der Server noch keine Betreiber hat. Mit „ermine setup link“ bekommst du einen neuen.",
  code: "Einrichtungscode",
  codeHint: "Der Server schreibt ihn beim Start in sein Log.",
  fixed: "In deiner Konfiguration festgelegt: {value}",
  operator: "Dein Konto",
  operatorHint: "Du betreibst diesen Server, mit vollem Zugriff und der Admin-Seite.",
  factorHint:
    "Wer den Server betreibt, braucht einen zweiten Faktor. Scanne das mit deiner Authenticator-App oder gib den Schlüssel dort ein.",
  community: "Deine Gemeinschaft",
  communityHint:
    "Wer sich registriert, tritt ihr automatisch bei. Lass den Namen leer, wenn es hier mehrere geben soll.",
  communityName: "Name der Gemeinschaft",
  registration: "Registrierung",
  registrationHint:
    "Mit Einladungscodes entscheidest du, wer ein Konto bekommt. Du erstellst sie auf der Admin-Seite.",
  whoRegisters: "Wer ein Konto anlegen kann",
  registrations: {
    invite: "Alle mit einem Einladungscode",
    open: "Alle",
    closed: "Niemand, du legst die Konten an",
  },
  address: "Öffentliche Adresse",
  addressHint:
    "Unter ihr erreichen andere diesen Server; sie steht in Mails und Einladungen. Lass sie leer, solange nur du ihn nutzt.",
  publicUrl: "Adresse",
  proxy: "Reverse Proxy",
  proxyHint:
    "Wenn ein Webserver wie Caddy oder nginx Anfragen an Ermine weiterleitet, braucht Ermine dessen Adresse, um Besucher zu unterscheiden. Lass das Feld leer, wenn es keinen gibt.",
  proxies: "Vertrauenswürdige Adressen",
  proxiesHint:
    "Schon ausgefüllt, wenn du diese Seite über einen Proxy geöffnet hast. Trenne mehrere Adressen mit Kommas.",
  mail: "E-Mail",
  mailHint:
    "Mit E-Mail bestätigen alle ihre Adresse und können ihr Passwort selbst zurücksetzen. Ohne E-Mail setzt du Passwörter zurück.",
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
    "Jeden Tag wird eine Sicherung erstellt. Die letzten sieben bleiben erhalten, am besten auf einer anderen Festplatte.",
  makeBackups: "Sicherungen anlegen",
  folder: "Ordner",
  folderHint: "Ordner auf dem Server.",
  checkFolder: "Ordner prüfen",
  folderWorks: "Dort ist Platz für Sicherungen: {free} sind frei.",
  folderProblems: {
    relative: "Gib den vollständigen Pfad an, mit / am Anfang und ohne „..“.",
    data: "In diesem Ordner liegen die Daten von Ermine. Nimm den Unterordner backups oder besser eine andere Festplatte.",
    missing: "Weder dieser Ordner noch der übergeordnete existiert.",
    file: "Das ist eine Datei.",
    not_writable:
      "Der Server hat dort keine Schreibrechte. Der Ordner muss dem Benutzer gehören, unter dem Ermine läuft. Wenn systemd Ermine startet, ergänze außerdem mit „sudo systemctl edit ermine“ [Service] und ReadWritePaths=/dein/ordner und starte es neu. Lass diese Seite währenddessen offen.",
    full: "Dort sind weniger als 100 MB frei.",
  },
  whereWritten:
    "Die Einstellungen werden in setup.toml im Datenverzeichnis gespeichert. Was in ermine.toml steht, hat Vorrang.",
  notWritten:
    "Die Server eines Clusters teilen sich keine Dateien. Du bekommst deshalb Zeilen für die ermine.toml jedes Servers.",
  finish: "Fertigstellen",
  done: "Dein Server ist eingerichtet",
  doneHint:
    "Du bist {name}. Bewahre die Wiederherstellungscodes auf, bevor du weitergehst: Sie erscheinen nur einmal.",
  settings: "Einstellungen",
  settingsHint: "Zum Aufbewahren: diese Einstellungen als Konfigurationsdatei.",
  settingsFile: "ermine.toml",
  restarting: "Ermine startet mit deinen Einstellungen neu. Das dauert ein paar Sekunden.",
  restarted: "Ermine läuft mit deinen Einstellungen.",
  restartYourself: "Starte Ermine neu, damit die Einstellungen gelten.",
  copySettings: "Kopiere die Einstellungen in die ermine.toml jedes Servers und starte die Server neu.",
  nothingToApply: "Melde dich an, um weiterzumachen.",
};
