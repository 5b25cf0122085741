import type { Translation } from "@ui/catalogue.ts";
import type { media as english } from "../en/media.ts";

export const media: Translation<typeof english, "de"> = {
  imageFailed: "Dieses Bild kann nicht geladen werden.",
  videoFailed: "Dieses Video kann nicht abgespielt werden.",
  audioFailed: "Diese Aufnahme kann nicht abgespielt werden.",
  textFailed: "Diese Datei kann nicht geladen werden.",
  textCut: "Lade die Datei herunter, um alles zu sehen.",
  showMore: "Mehr zeigen",
  showLess: "Weniger zeigen",
  spoiler: "Spoiler",
  showSpoiler: "Spoiler {name} zeigen",
  download: "Herunterladen",
  downloadNamed: "{name} herunterladen",
  openOriginal: "Original öffnen",
  copyLink: "Link kopieren",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  previous: "Voriges Bild",
  next: "Nächstes Bild",
  position: "{index} von {count}",
  open: "Öffnen",
  openNamed: "{name} öffnen",
  joinNamed: "{name} beitreten",
};
