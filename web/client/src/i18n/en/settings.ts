export const settings = {
  pages: "Pages of the settings",
  pause: "Busy right now. This continues in a moment.",
  pauseSeconds: "{count} s",
  unsaved: "There are changes that are not saved.",
  discard: "Leave without saving",
  reset: "Reset",
  noImage: "No image",
  chooseImage: "Choose an image",
  removeImage: "Remove",
  move: "Move {name}",
  moveHint: "Drag, or use the arrow keys",
} as const;
