import type { Texts } from "../texts.ts";

export const settings: Texts["settings"] = {
  pages: "Seiten der Einstellungen",
  pause: "Der Server bittet um eine kurze Pause. Es geht von selbst weiter.",
  pauseSeconds: (count: number) => `${count} s`,
  unsaved: "Es gibt Änderungen, die nicht gespeichert sind.",
  discard: "Ohne Speichern verlassen",
  reset: "Zurücksetzen",
  noImage: "Kein Bild",
  chooseImage: "Bild wählen",
  removeImage: "Entfernen",
  move: (name: string) => `${name} verschieben`,
  moveHint: "Ziehen oder die Pfeiltasten benutzen",
};
