import type { Translation } from "@ui/catalogue.ts";
import type { reading as english } from "../en/reading.ts";

export const reading: Translation<typeof english, "de"> = {
  adultsTitle: "Dieser Kanal ist nur für Erwachsene",
  adultsText:
    "Was in {name} zu sehen ist, ist vielleicht nicht für alle. Möchtest du es sehen? Deine Antwort wird für dein Konto gemerkt.",
  adultsShow: "Ich bin erwachsen, anzeigen",
  adultsLeave: "Zurück",
  adultsNotification: "Neue Nachricht in einem Kanal für Erwachsene",
  showReactions: "Reaktionen anzeigen",
  whoReacted: "Wer mit {emoji} reagiert hat",
  removeEmoji: "{emoji} für alle entfernen",
  removeReactionOf: "Reaktion von {name} entfernen",
  morePeople: { one: "{count} weitere Person anzeigen", other: "{count} weitere Personen anzeigen" },
  removePreviews: "Vorschauen für alle entfernen",
  hidePreviews: "Vorschauen für mich ausblenden",
  showPreviews: "Vorschauen anzeigen",
  linkedMessage: "Nachricht von {name} in {channel}: {text}",
  leaveTitle: "Dieser Link führt woandershin",
  leaveText: "Sein Text sagt nicht, wohin. Das ist die ganze Adresse:",
  leaveTo: "{host} öffnen",
  trustHost: "{host} vertrauen",
  trustHostHint: "Links dorthin öffnen sich auf diesem Gerät ohne Nachfrage.",
  trustedHosts: "Websites, die sich ohne Nachfrage öffnen",
  trustedHostsHint: "Auf diesem Gerät hast du entschieden, Links dorthin zu vertrauen.",
  distrust: "{host} nicht mehr vertrauen",
  forward: "Weiterleiten …",
  forwardTitle: "Nachricht weiterleiten",
  forwardAction: "Weiterleiten",
  forwardTo: "An wen",
  forwardSearch: "Personen und Kanäle suchen",
  forwardNowhere: "Es gibt keinen Ort, an dem du schreiben darfst.",
  forwardComment: "Kommentar",
  forwardHint:
    "Der Text wird mit dem Namen seines Verfassers kopiert: Alle, die dort lesen, sehen ihn, auch wer {name} nicht sehen darf. Dateien werden verlinkt.",
  forwardAdults:
    "Eine Nachricht aus einem Kanal für Erwachsene lässt sich nur in solche Kanäle und in deine Notizen weiterleiten.",
  forwarded: { one: "Weitergeleitet", other: "An {count} Orte weitergeleitet" },
  forwardOpen: "Öffnen",
};
