import type { Person } from "../support/people.ts";
import type { Page } from "../support/web-browser.ts";
import type { DemoServer } from "./community.ts";
import type { People } from "./people.ts";

/** A page to make pictures of. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  /** Brings the page into the state to be seen. */
  readonly prepare?: (page: Page, width: number) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** They are beside the messages only where there is room. */
const openMembers = async (page: Page, width: number) => width < 1_100 && button(page, /members/i).click();

export function shotsOf(place: DemoServer, conversation: string, { ines }: People): Shot[] {
  const server = `/server/${place.id}`;
  const channel = `${server}/channel/${place.channels.get("sightings")}`;
  const own: Omit<Shot, "as">[] = [
    { name: "channel", path: channel },
    {
      name: "lists",
      path: channel,
      prepare: async (page, width) => width < 760 && button(page, "Open the lists").click(),
    },
    {
      name: "members",
      path: channel,
      prepare: openMembers,
    },
    {
      name: "search",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await page.getByRole("searchbox").first().fill("camera");
        await page.keyboard.press("Enter");
      },
    },
    { name: "quick-switcher", path: channel, prepare: (page) => page.keyboard.press("Control+k") },
    {
      name: "profile",
      path: channel,
      async prepare(page, width) {
        await openMembers(page, width);
        await button(page, /Tomasz Wilk/).click();
      },
    },
    {
      name: "create-channel",
      path: `${server}/settings/channels`,
      prepare: (page) => button(page, "Create channel").click(),
    },
    { name: "empty-channel", path: `${server}/channel/${place.channels.get("data")}` },
    { name: "direct-message", path: `/channel/${conversation}` },
    { name: "friends", path: "/friends" },
    { name: "friend-requests", path: "/friends?tab=requests" },
    { name: "server-overview", path: `${server}/settings/overview` },
    { name: "server-channels", path: `${server}/settings/channels` },
    { name: "server-roles", path: `${server}/settings/roles` },
    { name: "server-role", path: `${server}/settings/roles/${place.role}` },
    { name: "server-members", path: `${server}/settings/members` },
    { name: "account", path: "/settings/account" },
    { name: "profile-settings", path: "/settings/profile" },
    { name: "appearance", path: "/settings/appearance" },
    { name: "notifications", path: "/settings/notifications" },
    { name: "channel-permissions", path: `${channel}/settings/permissions` },
  ];
  return [
    { name: "login", path: "/login" },
    { name: "register", path: "/register" },
    ...own.map((shot) => ({ ...shot, as: ines })),
  ];
}
