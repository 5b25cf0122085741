export const markdown = {
  showSpoiler: "Show the spoiler",
  code: "Code",
  copy: "Copy",
  hidden: "(hidden)",
  unknownPerson: "unknown person",
  unknownRole: "unknown role",
  unknownChannel: "unknown channel",
} as const;
