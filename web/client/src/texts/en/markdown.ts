export const markdown = {
  showSpoiler: "Show the spoiler",
  code: "Code",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser does not allow copying. Select the text and copy it yourself.",
  hidden: "(hidden)",
  unknownPerson: "unknown person",
  unknownRole: "unknown role",
  unknownChannel: "unknown channel",
};
