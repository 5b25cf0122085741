import { pluralIn } from "@ui/plural.ts";

const plural = pluralIn("en");

export const frame = {
  servers: "Servers",
  home: "Home",
  friends: "Friends",
  savedMessages: "Saved messages",
  directMessages: "Direct messages",
  channels: "Channels",
  members: "Members",
  addServer: "Add a server",
  settings: "Settings",
  lists: "Servers and channels",
  openLists: "Open the lists",
  listWidth: "Width of the list",
  unread: "unread",
  quickSwitcher: "Go to",
  quickSwitcherHint: "Where do you want to go?",
  nothingFound: "Nothing found",
  mentions: (count: number) => plural(count, { one: "# mention", other: "# mentions" }),
};
