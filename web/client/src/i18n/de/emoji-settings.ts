import type { Translation } from "@ui/catalogue.ts";
import type { emojiSettings as english } from "../en/emoji-settings.ts";

export const emojiSettings: Translation<typeof english, "de"> = {
  images: "Bilder",
  imageHint: "PNG, JPEG, WebP oder GIF, je höchstens 500 KB. Wähle so viele, wie du willst.",
  choose: "Bilder wählen",
  leaveOut: "{file} weglassen",
  rename: ":{name}: umbenennen",
  name: "Name",
  nameOf: "Name von {file}",
  nameHint: "Kleinbuchstaben, Ziffern und Unterstriche.",
  add: { one: "Emoji hinzufügen", other: "{count} Emojis hinzufügen" },
  uploading: "Hochladen von {file}",
  count: { one: "{count} Emoji", other: "{count} Emojis" },
  none: "Noch keine Emojis",
  noneHint: "Wähle oben Bilder; ihre Namen kommen von den Dateien.",
  by: "Hinzugefügt von {name}",
  delete: ":{name}: löschen",
  deleteHint: "Nachrichten, die es benutzen, zeigen es weiter. Niemand kann es mehr benutzen.",
};
