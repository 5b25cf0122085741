import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const settingsAccount: Pick<Texts, "account" | "proof" | "secondFactor" | "sessions"> = {
  account: {
    change: "Ändern",
    username: "Benutzername",
    changeUsername: "Benutzernamen ändern",
    usernameHint: "Die vier Ziffern dahinter bleiben, wenn sie mit dem neuen Namen niemand sonst hat.",
    email: "E-Mail-Adresse",
    showEmail: "E-Mail-Adresse zeigen",
    hideEmail: "E-Mail-Adresse verbergen",
    changeEmail: "E-Mail-Adresse ändern",
    newEmail: "Neue E-Mail-Adresse",
    emailChanged: "Die Adresse ist geändert.",
    emailMailed:
      "Öffne den Link in der Mail, die wir an die neue Adresse geschickt haben. Bis dahin bleibt die alte.",
    password: "Passwort",
    passwordHint: "Damit und mit deiner E-Mail-Adresse meldest du dich an.",
    changePassword: "Passwort ändern",
    currentPassword: "Jetziges Passwort",
    newPassword: "Neues Passwort",
    passwordChanged:
      "Das Passwort ist geändert. Andere Geräte bleiben angemeldet: Beende sie unter Sitzungen.",
    addAccount: "Konto hinzufügen",
    logOut: "Abmelden",
    disable: "Konto sperren",
    disableHint:
      "Du wirst überall abgemeldet und kannst dich erst wieder anmelden, wenn der Betreiber dieses Servers das Konto entsperrt. Gelöscht wird nichts.",
    delete: "Konto löschen",
    deleteHint:
      "Das Konto wird sofort gesperrt und nach sieben Tagen gelöscht, mit deinen Nachrichten, deinen Bots und den Servern, die dir gehören. Das lässt sich nicht rückgängig machen.",
    deleteMailed: "Öffne den Link in der Mail, die wir dir geschickt haben, um das Konto zu löschen.",
    disabled: "Das Konto ist gesperrt.",
  },
  proof: {
    title: "Bist du es?",
    hint: "Vorher müssen wir wissen, dass du es bist.",
    goOn: "Weiter",
    password: "Dein Passwort",
    code: "Code deiner Authenticator-App",
    recoveryCode: "Wiederherstellungscode",
    useRecovery: "Wiederherstellungscode benutzen",
    useCode: "Authenticator-App benutzen",
  },
  secondFactor: {
    app: "Authenticator-App",
    off: "Mit einer App, die alle 30 Sekunden einen neuen Code zeigt, öffnet dein Passwort allein nichts mehr.",
    on: "Zum Anmelden braucht es einen Code deiner App.",
    turnOn: "Einschalten",
    turnOff: "Ausschalten",
    turnOffHint: "Danach genügt dein Passwort allein zum Anmelden.",
    scan: "Lies das mit deiner App ein, oder tippe den Schlüssel hinein.",
    qrCode: "QR-Code mit dem Schlüssel",
    key: "Schlüssel",
    code: "Code, den die App jetzt zeigt",
    confirm: "Bestätigen",
    turnedOn:
      "Ab jetzt braucht es die Authenticator-App. Hol dir Wiederherstellungscodes für den Tag, an dem du sie verlierst.",
    recovery: "Wiederherstellungscodes",
    recoveryHint:
      "Jeder gilt einmal anstelle eines Codes deiner App. Bewahre sie auf, wo niemand sonst nachsieht.",
    noRecovery: "Du hast noch keine. Ohne sie ist das Konto verloren, wenn du die App verlierst.",
    recoveryCount: (count: number) =>
      plural(count, { one: "# Code ist übrig.", other: "# Codes sind übrig." }),
    view: "Codes zeigen",
    regenerate: "Neue Codes holen",
    regenerateHint: "Die alten gelten dann nicht mehr.",
    copy: "Codes kopieren",
    download: "Codes herunterladen",
  },
  sessions: {
    hint: "Alle Orte, an denen du angemeldet bist.",
    current: "Dieses Gerät",
    since: (date: string) => `Seit ${date}`,
    unnamed: "Ohne Namen",
    name: "Name der Sitzung",
    rename: (name: string) => `${name} umbenennen`,
    end: (name: string) => `${name} abmelden`,
    ended: (name: string) => `${name} ist abgemeldet.`,
    endOthers: "Überall sonst abmelden",
    endOthersTitle: "Auf allen anderen Geräten abmelden?",
    endOthersHint: "Wer dort angemeldet ist, muss sich neu anmelden.",
    othersEnded: "Alle anderen Geräte sind abgemeldet.",
  },
};
