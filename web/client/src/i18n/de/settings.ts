import type { Translation } from "@ui/catalogue.ts";
import type { settings as english } from "../en/settings.ts";

export const settings: Translation<typeof english, "de"> = {
  pages: "Seiten der Einstellungen",
  pause: "Gerade ist viel los. Es geht gleich weiter.",
  pauseSeconds: "{count} s",
  unsaved: "Es gibt Änderungen, die nicht gespeichert sind.",
  discard: "Ohne Speichern verlassen",
  reset: "Zurücksetzen",
  noImage: "Kein Bild",
  chooseImage: "Bild wählen",
  removeImage: "Entfernen",
  move: "{name} verschieben",
  moveHint: "Ziehen oder die Pfeiltasten benutzen",
};
