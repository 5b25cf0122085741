export const settings = {
  pages: "Pages of the settings",
  unsaved: "There are changes that are not saved.",
  discard: "Leave without saving",
  reset: "Reset",
  noImage: "No picture",
  chooseImage: "Choose a picture",
  removeImage: "Remove",
  move: (name: string) => `Move ${name}`,
  moveHint: "Drag, or use the arrow keys",
};
