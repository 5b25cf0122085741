export const markdown = {
  showSpoiler: "Show the spoiler",
  code: "Code",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "The browser does not allow copying. Select the text and copy it yourself.",
  unknownPerson: "unknown person",
  unknownRole: "unknown role",
  unknownChannel: "unknown channel",
};
