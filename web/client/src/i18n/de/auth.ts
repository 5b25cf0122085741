import type { Translation } from "@ui/catalogue.ts";
import type { auth as english } from "../en/auth.ts";

export const auth: Translation<typeof english, "de"> = {
  welcome: "Willkommen",
  welcomeTo: "Willkommen bei {name}",
  email: "E-Mail-Adresse",
  password: "Passwort",
  passwordHint: "Mindestens 8 Zeichen.",
  logIn: "Anmelden",
  logInAs: "Als {name} anmelden?",
  logInToNew: "Bei einem neuen Konto anmelden?",
  logInAsHint:
    "Dieser Link meldet dich bei diesem Konto an. Wenn du ihn nicht angefordert hast, brich ab. Sonst kann vielleicht jemand anderes mitlesen, was du dort schreibst.",
  register: "Konto erstellen",
  registerFor: "{name} beitreten",
  forgotten: "Passwort vergessen?",
  forgottenHint: "Wir schicken dir einen Link, mit dem du ein neues wählen kannst.",
  forgottenWithoutMail:
    "Dieser Server verschickt keine Mails und kann dir deshalb keinen Link zu einem neuen Passwort schicken.",
  forgottenAsk:
    "Frage die Betreiber dieses Servers: Sie können dir einen Link geben, mit dem du ein neues Passwort wählst.",
  undoTitle: "Konto zurückholen",
  undoHint:
    "Jemand hat die E-Mail-Adresse deines Kontos geändert. Wähle ein neues Passwort: Dein Konto bekommt dann die alte Adresse zurück, und alle Geräte werden abgemeldet.",
  undo: "Mein Konto zurückholen",
  undone: "Dein Konto hat die alte Adresse und das neue Passwort. Melde dich damit an.",
  continueWith: "Weiter mit {name}",
  orWithPassword: "oder mit einem Passwort",
  signingIn: "Anmeldung läuft",
  signInFailed: "Die Anmeldung hat nicht geklappt",
  signInProblems: {
    expired:
      "Es hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuche es noch einmal.",
    refused: "Der Dienst hat nicht bestätigt, wer du bist.",
    unreachable: "Der Dienst antwortet gerade nicht. Versuche es später noch einmal.",
    invalid:
      "Der Antwort des Dienstes ist nicht zu trauen. Sag den Leuten Bescheid, die diesen Server betreiben.",
    "address-in-use":
      "Ein Konto hier hat dieselbe E-Mail-Adresse. Melde dich dort mit deinem Passwort an und verknüpfe den Dienst unter Einstellungen, Konto.",
    "registration-closed": "Du hast hier noch kein Konto, und dieser Server nimmt gerade niemanden auf.",
    "invite-needed": "Du hast hier noch kein Konto. Registriere dich mit einem Einladungscode.",
    "not-allowed": "Dieser Server nimmt dein dortiges Konto nicht an.",
    "other-account": "Das ist nicht das Konto, das hier verknüpft ist.",
    "second-factor-needed": "Dein Konto hat einen zweiten Faktor. Bestätige stattdessen damit.",
  },
  linked: "Das Konto ist verknüpft.",
  newHere: "Neu hier?",
  knownHere: "Du hast ein Konto?",
  knownAccounts: "Konten auf diesem Gerät",
  withPasskey: "Mit Passkey anmelden",
  usePasskey: "Einen Passkey benutzen",
  passkeyHint:
    "Bestätige mit Fingerabdruck, Gesicht oder PIN deines Geräts oder mit einem Sicherheitsschlüssel.",
  secondFactor: "Noch ein Schritt",
  totpCode: "Code",
  totpHint: "Die sechs Ziffern aus deiner Authenticator-App.",
  recoveryCode: "Wiederherstellungscode",
  recoveryHint: "Einer der Codes, die du notiert hast. Jeder gilt einmal.",
  useRecovery: "Einen Wiederherstellungscode benutzen",
  useTotp: "Die Authenticator-App benutzen",
  inviteCode: "Einladungscode",
  inviteCodeHint: "Den bekommst du von denen, die diesen Server betreiben.",
  captchaFailed: "Das Captcha konnte nicht geladen werden. Prüfe deine Verbindung und lade die Seite neu.",
  checkMail: "Sieh in deine Mail",
  verifyMailSent: "Wir haben einen Link an {email} geschickt. Öffne ihn, um die Registrierung abzuschließen.",
  resetMailSent:
    "Wenn es ein Konto von {email} gibt, ist eine Mail mit einem Link zu einem neuen Passwort unterwegs.",
  sendMail: "Mail schicken",
  sendAgain: "Noch einmal schicken",
  mailSentAgain: "Die Mail ist unterwegs.",
  confirmAddress: "Deine Adresse wird bestätigt",
  addressConfirmed: "Deine Adresse ist bestätigt.",
  newPassword: "Ein neues Passwort",
  passwordChanged: "Das Passwort ist geändert. Melde dich damit an.",
  recoverTitle: "Konto wiederherstellen",
  recoverHint:
    "Die Betreiber dieses Servers haben diesen Link für dich erzeugt. Wähle ein neues Passwort: Danach sind alle Geräte abgemeldet.",
  recoverLogin: "Du meldest dich mit {email} und diesem Passwort an.",
  recoverFactor:
    "Dein zweiter Faktor und verknüpfte Anbieter werden entfernt. Nach der Anmeldung kannst du einen neuen einrichten.",
  logOutEverywhere: "Auf allen Geräten abmelden",
  deleteAccount: "Konto löschen",
  deleteHint:
    "Dein Konto wird sofort gesperrt und nach sieben Tagen gelöscht, mit deinen Nachrichten, Bots und den Servern, die dir gehören. Das lässt sich nicht rückgängig machen.",
  deletionScheduled: "Das Konto ist gesperrt und wird in sieben Tagen gelöscht.",
  chooseUsername: "Wie heißt du?",
  username: "Benutzername",
  usernameHint:
    "2 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche. Einen anderen Anzeigenamen kannst du später wählen.",
  goOn: "Weiter",
  invited: "Du bist eingeladen",
  invitedBy: "von {name}",
  memberCount: { one: "{count} Mitglied", other: "{count} Mitglieder" },
  inviteGone: "Diese Einladung gibt es nicht mehr. Bitte um eine neue.",
  join: "Beitreten",
  claimTitle: "Deine alten Nachrichten übernehmen",
  claimHint:
    "Diese Nachrichten wurden importiert. Wenn du sie geschrieben hast, kannst du sie übernehmen: mit deinen Erwähnungen, Reaktionen und Rollen.",
  claimCount: { one: "{count} Nachricht, aus {source}", other: "{count} Nachrichten, aus {source}" },
  claimLogIn: "Melde dich mit dem Konto an, das sie bekommen soll, oder registriere eines.",
  claimFor: "Sie werden zu Nachrichten deines Kontos {account}.",
  claimOther: "Anderes Konto verwenden",
  claim: "Das bin ich",
  claimed:
    "Die Nachrichten werden jetzt deine. Das kann einige Minuten dauern; lade die Seite danach neu, um deinen Namen daran zu sehen.",
};
