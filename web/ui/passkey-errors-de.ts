import type { Translation } from "./catalogue.ts";
import type { passkeyErrorsEn } from "./passkey-errors-en.ts";

export const passkeyErrorsDe: Translation<typeof passkeyErrorsEn, "de"> = {
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
};
