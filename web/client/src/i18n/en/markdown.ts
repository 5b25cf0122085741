export const markdown = {
  showSpoiler: "Show the spoiler",
  code: "Code",
  copy: "Copy",
  done: "Done",
  notDone: "Not done",
  hidden: "(hidden)",
  unknownPerson: "unknown person",
  unknownRole: "unknown role",
  unknownChannel: "unknown channel",
} as const;
