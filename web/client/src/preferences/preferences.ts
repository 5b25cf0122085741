import { alertsSchema, standardAlerts } from "./alerts.ts";
import { createStored } from "./create-stored.ts";
import { foldersSchema, standardFolders } from "./folders.ts";
import { noTheme, themeSchema } from "./own-theme.ts";
import {
  fields,
  fieldsOf,
  flag,
  isNumber,
  isText,
  listOf,
  oneOf,
  type Schema,
  tableOf,
  within,
} from "./schemas.ts";
import { inputSchema, screenQualities, standardInput } from "./voice-input.ts";

export const themes = ["system", "light", "dark"] as const;
export const accents = ["fox", "rose", "plum", "iris", "sea", "pine", "moss", "slate"] as const;
export const densities = ["comfortable", "compact"] as const;
export const fontSizes = ["small", "medium", "large", "larger"] as const;
/** How many favourites there are at most among the emoji; an older one goes for a new one. */
const mostFavourites = 100;
export const clocks = ["system", "12", "24"] as const;
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
  /** Moving images stand still while the window does not have the focus. */
  readonly stillUnfocused: boolean;
}

const standardAppearance: Appearance = {
  theme: "system",
  accent: "fox",
  density: "comfortable",
  fontSize: "medium",
  reducedMotion: false,
  moreContrast: false,
  stillUnfocused: true,
};
const appearanceSchema = fields<Appearance>(standardAppearance, {
  theme: oneOf(...themes),
  accent: oneOf(...accents),
  density: oneOf(...densities),
  fontSize: oneOf(...fontSizes),
  reducedMotion: flag,
  moreContrast: flag,
  stillUnfocused: flag,
});

/** `serverSidebar`, of clients with folders, has the id of a folder before those of its servers. */
const standardOrdering: {
  readonly servers: readonly string[];
  readonly serverSidebar: readonly string[] | undefined;
} = { servers: [], serverSidebar: undefined };
const standardEmoji: { readonly favourites: readonly string[] } = { favourites: [] };
/** The sequence that a family needs has 11 characters; a setting has a bound. */
const isEmoji = (value: unknown): value is string => isText(value) && value.length <= 32;
const emojiSchema = fields(standardEmoji, {
  favourites: (stored) => listOf(isEmoji)(stored)?.slice(-mostFavourites),
});

const orderingSchema = fields(standardOrdering, {
  servers: listOf(isText),
  serverSidebar: listOf(isText),
});
const standardIds: { readonly ids: readonly string[] } = { ids: [] };
const idsSchema = fields(standardIds, { ids: listOf(isText) });
/** How many favourites, and servers that hide muted channels, are remembered: settings have a bound. */
export const mostListed = 200;
const standardLists: { readonly favourites: readonly string[]; readonly hidingMuted: readonly string[] } = {
  favourites: [],
  hidingMuted: [],
};
const someIds: Schema<readonly string[]> = (stored) => listOf(isText)(stored)?.slice(-mostListed);
const listsSchema = fields(standardLists, { favourites: someIds, hidingMuted: someIds });

const standardIdle = { isWanted: true, since: 0 };
const idleSchema = fields(standardIdle, { isWanted: flag, since: within(0, Number.MAX_SAFE_INTEGER) });

/*
 * All preferences: where they are kept, their key, their schema and their default.
 */

export const [appearance, storeAppearance] = createStored(
  "device",
  "appearance",
  appearanceSchema,
  standardAppearance,
);
export const [listWidth, setListWidth] = createStored(
  "device",
  "list-width",
  within(narrowestList, widestList),
  usualListWidth,
);
/** `SERVER/CATEGORY` each. */
export const [collapsedCategories, setCollapsedCategories] = createStored(
  "device",
  "collapsed-categories",
  listOf(isText),
  [],
);
export const [areMembersWanted, setMembersWanted] = createStored("device", "members-shown", flag, true);
export const [ownTheme, setOwnTheme] = createStored("device", "own-theme", themeSchema, noTheme);
/** The clock that times are written by: the one of the system's language, or one of 12 or 24 hours. */
export const [clock, setClock] = createStored("device", "clock", oneOf(...clocks), "system");
/** Whether somebody does not want to be asked whether the browser may show notifications. */
export const [isNotAsked, setNotAsked] = createStored("device", "notifications-not-asked", flag, false);
/** What the Enter key does in the composer: it sends, or it breaks the line and Ctrl Enter sends. */
export const [sendKey, setSendKey] = createStored(
  "device",
  "send-key",
  oneOf("enter", "ctrl-enter"),
  "enter",
);
/** The folders of servers that are not folded, by id. */
export const [openFolders, setOpenFolders] = createStored("device", "open-folders", listOf(isText), []);
/** Whether a host that is there for one community also shows the other servers. */
export const [showsAllServers, setShowsAllServers] = createStored("device", "all-servers", flag, false);
/** Other keys than the usual ones, by shortcut. */
export const [ownKeys, setOwnKeys] = createStored("device", "keys", tableOf(isText), {});
/** The channels that were open last, the last one first. */
export const [recentChannels, setRecentChannels] = createStored(
  "device",
  "recent-channels",
  listOf(isText),
  [],
);
/** The emoji that were picked last, the last one first. Custom ones are ids. */
export const [recentEmoji, setRecentEmoji] = createStored("device", "recent-emoji", listOf(isText), []);
/** 0 for none, 1 to 5 from light to dark. */
export const [skinTone, setSkinTone] = createStored("device", "skin-tone", within(0, 5), 0);
/** The ids of the devices that were chosen, by kind; the browser's choice where there is none. */
export const [chosenDevices, setChosenDevices] = createStored("device", "voice-devices", tableOf(isText), {});
export const [voiceInput, setVoiceInput] = createStored("device", "voice-input", inputSchema, standardInput);
export const [screenQuality, setScreenQuality] = createStored(
  "device",
  "screen-quality",
  oneOf(...screenQualities),
  "balanced",
);
/** Whether a call is heard when people join and leave, and when the user mutes. */
export const [areCallSoundsOn, setCallSoundsOn] = createStored("device", "voice-sounds", flag, true);
/** How loud people are, in percent, by user. */
export const [volumes, setVolumes] = createStored("device", "voice-volumes", tableOf(isNumber), {});
/** When there was input last, on any page of this device. */
export const [lastInput, setLastInput] = createStored(
  "device",
  "last-input",
  within(0, Number.MAX_SAFE_INTEGER),
  0,
);
/** The hosts to which links may lead without a question, whatever their text says. */
export const [trustedHosts, setTrustedHosts] = createStored("device", "trusted-hosts", listOf(isText), []);

/** Custom ones are ids, as among the recent ones. */
export const favouriteEmojiIn = createStored("synced", "ermine-emoji", emojiSchema, standardEmoji);
/** Notes about people are bounded: the server keeps a megabyte for all settings of an account. */
export const [longestNote, mostNotes] = [256, 500];
const isNote = (value: unknown): value is string => isText(value) && value.length <= longestNote;
/** By the id of the person. */
export const notesIn = createStored("synced", "ermine-notes", tableOf(isNote), {});
/** Whether the user becomes idle automatically, and since when they are; 0 while they are not. */
export const idleIn = createStored("synced", "ermine-idle", idleSchema, standardIdle);
export const alertsIn = createStored("synced", "ermine", alertsSchema, standardAlerts);
/** The order of the servers, which all clients of the protocol share. */
export const orderingIn = createStored("synced", "ordering", orderingSchema, standardOrdering);
/** Levels and mutes, which all clients of the protocol share: `NotificationPreferences` knows what they mean. */
export const notificationsIn = createStored("synced", "notifications", fieldsOf, {});
/** The channels for adults that the user has asked to see, the latest last. */
export const shownAdultChannelsIn = createStored("synced", "ermine-adult-channels", idsSchema, standardIds);
/** The messages whose previews the user does not want to see, the latest last. */
export const hiddenPreviewsIn = createStored("synced", "ermine-hidden-previews", idsSchema, standardIds);

/** A list of ids with one more at its end, without the oldest where it has become too long to be kept. */
export const withLatest = (ids: readonly string[], id: string, most: number): readonly string[] =>
  [...ids.filter((other) => other !== id), id].slice(-most);
/** Favourite channels, and the servers in whose lists muted channels are hidden. */
export const channelListsIn = createStored("synced", "ermine-lists", listsSchema, standardLists);
/** The folders of servers, under a key of their own: clients without folders replace the whole order. */
export const foldersIn = createStored("synced", "server-folders", foldersSchema, standardFolders);
/** Where earlier versions of this client kept the folders. */
export const formerFoldersIn = createStored("synced", "ermine-folders", foldersSchema, standardFolders);
