import type { Translation } from "@ui/catalogue.ts";
import type { errors as english } from "../en/errors.ts";

export const errors: Translation<typeof english, "de"> = {
  NetworkError: "Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.",
  InternalError: "Der Server ist gescheitert. Sein Log sagt, warum.",
  RateLimited: "Das war zu schnell. Warte ein paar Sekunden und versuche es noch einmal.",
  InvalidCredentials: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  UnverifiedAccount: "Die Adresse dieses Kontos ist noch nicht bestätigt.",
  DisabledAccount: "Dieses Konto ist gesperrt.",
  LockedOut: "Zu viele Fehlversuche. Warte ein paar Minuten.",
  InvalidToken: "Dieser Code ist falsch oder wurde schon benutzt. Jeder gilt einmal: Warte auf den nächsten.",
  PasskeyCancelled:
    "Der Passkey wurde nicht benutzt: abgebrochen, zu lange gewartet, oder dieses Gerät hat keinen.",
  PasskeyUnsupported: "Dieser Browser kennt keine Passkeys. Nimm einen anderen oder melde dich anders an.",
  PasskeyInsecure: "Browser erlauben Passkeys nur über HTTPS. Öffne diese Seite mit https://.",
  PasskeyElsewhere:
    "Unter dieser Adresse gelten die Passkeys des Servers nicht. Öffne die Seite unter seiner öffentlichen Adresse.",
  PasskeyKnown: "Dieses Gerät hat schon einen Passkey von dir für diesen Server.",
  PasskeyUnsuitable:
    "Dieses Gerät kann so einen Passkey nicht aufbewahren. Nimm ein anderes, etwa dein Telefon.",
  PasskeyFailed: "Das Gerät konnte den Passkey nicht benutzen. Versuche es noch einmal.",
  PasskeyRefused:
    "Der Server hat diesen Passkey nicht angenommen. Vielleicht wurde er aus deinem Konto entfernt.",
  InvalidSession: "Diese Sitzung ist beendet. Melde dich neu an.",
  NotFound: "Das gibt es nicht mehr.",
  UnknownUser: "Mit dieser Id gibt es niemanden mehr.",
  UnknownServer: "Diesen Server gibt es nicht mehr.",
  UnknownMessage: "Diese Nachricht gibt es nicht mehr.",
  FailedValidation: "Der Server nimmt das nicht an. Prüfe deine Eingabe.",
  NotPrivileged: "Dieses Konto verwaltet den Server nicht.",
  SecondFactorRequired: "Dieses Konto hat keinen zweiten Faktor.",
  ConfirmationRequired:
    "Bestätige mit einem Passkey oder einem Code deiner Authenticator-App, dass du es bist.",
  InvalidOperation: "Das geht mit dem eigenen Konto nicht.",
  OperationFailed: "Der Server kann das gerade nicht. Versuche es gleich noch einmal.",
};
