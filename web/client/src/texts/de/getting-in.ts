import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const gettingIn: Texts["gettingIn"] = {
  welcome: "Willkommen",
  email: "E-Mail-Adresse",
  password: "Passwort",
  passwordHint: "Mindestens 8 Zeichen.",
  logIn: "Anmelden",
  register: "Konto erstellen",
  forgotten: "Passwort vergessen?",
  forgottenHint: "Wir schicken dir einen Link, mit dem du ein neues wählen kannst.",
  forgottenWithoutMail:
    "Dieser Server verschickt keine Mails und kann dir deshalb keinen Link zu einem neuen Passwort schicken.",
  forgottenAsk:
    "Frage die Betreiber dieses Servers: Sie können dir auf ihrer Verwaltungsseite ein neues Passwort geben, und nach der Anmeldung wählst du ein eigenes.",
  undoTitle: "Konto zurückholen",
  undoHint:
    "Jemand hat die E-Mail-Adresse deines Kontos geändert. Wähle ein neues Passwort: Dein Konto bekommt dann die alte Adresse zurück, und alle Geräte werden abgemeldet.",
  undo: "Mein Konto zurückholen",
  undone: "Dein Konto hat die alte Adresse und das neue Passwort. Melde dich damit an.",
  newHere: "Neu hier?",
  knownHere: "Du hast ein Konto?",
  knownAccounts: "Konten auf diesem Gerät",
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
  verifyMailSent: (email: string) =>
    `Wir haben einen Link an ${email} geschickt. Öffne ihn, um die Registrierung abzuschließen.`,
  resetMailSent: (email: string) =>
    `Wenn es ein Konto von ${email} gibt, ist eine Mail mit einem Link zu einem neuen Passwort unterwegs.`,
  sendMail: "Mail schicken",
  sendAgain: "Noch einmal schicken",
  mailSentAgain: "Die Mail ist unterwegs.",
  confirmAddress: "Deine Adresse wird bestätigt",
  addressConfirmed: "Deine Adresse ist bestätigt.",
  newPassword: "Ein neues Passwort",
  passwordChanged: "Das Passwort ist geändert. Melde dich damit an.",
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
  invitedBy: (name: string) => `von ${name}`,
  memberCount: (count: number) => plural(count, { one: "# Mitglied", other: "# Mitglieder" }),
  inviteGone: "Diese Einladung gibt es nicht mehr. Bitte um eine neue.",
  join: "Beitreten",
};
