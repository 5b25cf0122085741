import { createStored } from "./create-stored.ts";
import { fieldsOf, flag, isNumber, isText, listOf, oneOf, tableOf, within } from "./readers.ts";

export const themes = ["system", "light", "dark"] as const;
export const accents = ["fox", "rose", "plum", "iris", "sea", "pine", "moss", "slate"] as const;
export const densities = ["comfortable", "compact"] as const;
export const fontSizes = ["small", "medium", "large", "larger"] as const;
/** How wide the list of channels can be, in pixels. */
export const [narrowestList, widestList, usualListWidth] = [180, 400, 240];

/** How this device shows the pages. */
export interface Appearance {
  readonly theme: (typeof themes)[number];
  readonly accent: (typeof accents)[number];
  readonly density: (typeof densities)[number];
  readonly fontSize: (typeof fontSizes)[number];
  /** In addition to what the system asks for. */
  readonly reducedMotion: boolean;
  readonly moreContrast: boolean;
}

function readAppearance(stored: unknown): Appearance {
  const fields = fieldsOf(stored);
  return {
    theme: oneOf(...themes)(fields.theme),
    accent: oneOf(...accents)(fields.accent),
    density: oneOf(...densities)(fields.density),
    fontSize: oneOf("medium", ...fontSizes)(fields.fontSize),
    reducedMotion: flag(false)(fields.reducedMotion),
    moreContrast: flag(false)(fields.moreContrast),
  };
}

/** Everything that this device remembers of how its user likes it, one line each. */
export const [appearance, storeAppearance] = createStored("appearance", readAppearance);
export const [listWidth, setListWidth] = createStored(
  "list-width",
  within(narrowestList, widestList, usualListWidth),
);
/** `SERVER/CATEGORY` each. */
export const [collapsedCategories, setCollapsedCategories] = createStored(
  "collapsed-categories",
  listOf(isText),
);
export const [areMembersWanted, setMembersWanted] = createStored("members-shown", flag(true));
/** What the Enter key does in the composer: it sends, or it breaks the line and Ctrl Enter sends. */
export const [sendKey, setSendKey] = createStored("send-key", oneOf("enter", "ctrl-enter"));
/** The emoji that were picked last, the last one first. Custom ones are ids. */
export const [recentEmoji, setRecentEmoji] = createStored("recent-emoji", listOf(isText));
/** 0 for none, 1 to 5 from light to dark. */
export const [skinTone, setSkinTone] = createStored("skin-tone", within(0, 5, 0));
/** The ids of the devices that were chosen, by kind; the browser's choice where there is none. */
export const [chosenDevices, setChosenDevices] = createStored("voice-devices", tableOf(isText));
/** How loud people are, in percent, by user. */
export const [volumes, setVolumes] = createStored("voice-volumes", tableOf(isNumber));
