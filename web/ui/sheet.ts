/** Whether what floats is a sheet at the bottom of the page, as on a phone. */
export const isSheet = () => window.matchMedia("(width < 760px)").matches;

/** Where Kobalte puts a sheet. */
export const sheetPlacement = {
  getAnchorRect: () => new DOMRect(0, window.innerHeight, window.innerWidth, 0),
  placement: "top",
  gutter: 0,
  shift: 0,
  overflowPadding: 0,
} as const;
