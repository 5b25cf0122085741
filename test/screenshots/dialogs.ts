import type { Page } from "../support/browser/web-browser.ts";
import { drawHills } from "./draw.ts";
import { button, type Demo, openLists, openMembers, type Shot } from "./pages.ts";

const item = (page: Page, name: string) => page.getByRole("menuitem", { name }).first();
const member = (page: Page, name: string) =>
  page.getByRole("complementary", { name: "Members" }).getByRole("button", { name });

const openSwitcher = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to" }).waitFor();
};

/** Everything that opens above a page: dialogs, menus, panels and pickers. */
export function dialogShots({ place, people, group, hardChannel }: Demo): Shot[] {
  const server = `/server/${place.id}`;
  const channel = `${server}/channel/${place.channels.get("sightings")}`;

  const memberMenu = async (page: Page, width: number, name = "Tomasz Wilk") => {
    await openMembers(page, width);
    await member(page, name).click({ button: "right" });
  };
  const fromMemberMenu = (name: string, entry: string, person?: string): Omit<Shot, "as"> => ({
    name,
    path: channel,
    async prepare(page, width) {
      await memberMenu(page, width, person);
      await item(page, entry).click();
    },
  });
  const serverMenu = async (page: Page, width: number) => {
    await openLists(page, width);
    await button(page, "Moor & Meadow: menu").click();
  };
  const fromServerMenu = (name: string, entry: string): Omit<Shot, "as"> => ({
    name,
    path: channel,
    async prepare(page, width) {
      await serverMenu(page, width);
      await item(page, entry).click();
    },
  });
  const row = (page: Page) => page.getByText("Meet at the").first();
  const messageMenu = (page: Page) => row(page).click({ button: "right" });
  const fromMessageMenu = (name: string, entry: string, at = messageMenu): Omit<Shot, "as"> => ({
    name,
    path: channel,
    async prepare(page) {
      await at(page);
      await item(page, entry).click();
    },
  });
  const composer = (page: Page) => page.getByRole("textbox", { name: /^Write to/ });
  const fromComposerMenu = (name: string, entry: string): Omit<Shot, "as"> => ({
    name,
    path: channel,
    async prepare(page) {
      await button(page, "More to send").click();
      await item(page, entry).click();
    },
  });
  const clicking = (name: string, path: string, label: string | RegExp): Omit<Shot, "as"> => ({
    name,
    path,
    prepare: (page) => button(page, label).click(),
  });

  /** Phones have some of the buttons above a channel in a menu. */
  const fromHeader = (name: string, path: string, label: string): Omit<Shot, "as"> => ({
    name,
    path,
    async prepare(page, width) {
      if (width < 760) {
        await button(page, "More").click();
        await item(page, label).click();
      } else await button(page, label).click();
    },
  });

  const own: Omit<Shot, "as">[] = [
    {
      name: "panel-search",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await page.getByRole("searchbox").first().fill("camera");
        await page.keyboard.press("Enter");
      },
    },
    {
      name: "panel-search-everywhere",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await page.getByRole("searchbox").first().fill("camera");
        await page.getByText("Everywhere").click();
      },
    },
    {
      name: "panel-search-calendar",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await button(page, "Filters").click();
        await button(page, /^From/).click();
      },
    },
    {
      name: "panel-search-start",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await page.getByRole("searchbox").first().waitFor();
        await button(page, "Filters").click();
      },
    },
    {
      name: "panel-search-nothing",
      path: channel,
      async prepare(page) {
        await page.keyboard.press("Control+f");
        await page.getByRole("searchbox").first().fill("walrus");
        await page.keyboard.press("Enter");
      },
    },
    fromHeader("panel-pins", channel, "Pinned messages"),
    fromHeader("panel-pins-none", `${server}/channel/${hardChannel}`, "Pinned messages"),
    fromHeader("panel-date", channel, "Jump to a date"),
    {
      name: "menu-header",
      path: `/channel/${group}`,
      prepare: async (page, width) => width < 760 && button(page, "More").click(),
    },
    { name: "quick-switcher", path: channel, prepare: (page) => page.keyboard.press("Control+k") },
    {
      name: "quick-switcher-nothing",
      path: channel,
      async prepare(page) {
        await openSwitcher(page);
        await page.keyboard.type("walrus");
      },
    },
    {
      name: "quick-switcher-found",
      path: channel,
      async prepare(page) {
        await openSwitcher(page);
        await page.keyboard.type("camera");
        await page.getByRole("group", { name: "Messages" }).waitFor();
      },
    },
    {
      name: "quick-switcher-actions",
      path: channel,
      async prepare(page) {
        await openSwitcher(page);
        await page.keyboard.type(">");
      },
    },
    {
      name: "keyboard",
      path: channel,
      async prepare(page) {
        await openSwitcher(page);
        await page.keyboard.type(">keyboard");
        await page.keyboard.press("Enter");
      },
    },
    {
      name: "profile",
      path: channel,
      async prepare(page, width) {
        await openMembers(page, width);
        await member(page, "Tomasz Wilk").click();
      },
    },
    {
      name: "profile-in-message",
      path: channel,
      prepare: (page) => page.locator("button[data-person]", { hasText: "Tomasz Wilk" }).last().click(),
    },
    { name: "menu-member", path: channel, prepare: memberMenu },
    fromMemberMenu("dialog-nickname", "Change nickname"),
    fromMemberMenu("dialog-roles", "Roles…"),
    fromMemberMenu("dialog-timeout", "Time out…", "Kenji Mori"),
    fromMemberMenu("dialog-kick", "Kick…"),
    fromMemberMenu("dialog-ban", "Ban…"),
    fromMemberMenu("dialog-report-user", "Report…"),
    { name: "menu-server", path: channel, prepare: serverMenu },
    fromServerMenu("dialog-about", "About this server"),
    fromServerMenu("dialog-invite", "Invite people"),
    fromServerMenu("dialog-category", "Create category"),
    fromServerMenu("dialog-create-channel", "Create channel"),
    fromServerMenu("dialog-notifications", "Notifications and mute"),
    {
      name: "menu-channel",
      path: channel,
      async prepare(page, width) {
        await openLists(page, width);
        await page.getByRole("link", { name: "camera-traps" }).click({ button: "right" });
      },
    },
    {
      name: "menu-own",
      path: channel,
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, /presence and status/).click();
      },
    },
    {
      name: "dialog-status",
      path: channel,
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, /presence and status/).click();
        await item(page, "Set status").click();
      },
    },
    { name: "menu-message", path: channel, prepare: messageMenu },
    { name: "message-hover", path: channel, prepare: (page) => row(page).hover() },
    fromMessageMenu("dialog-forward", "Forward…"),
    fromMessageMenu("dialog-reactions", "Show reactions", (page) =>
      page
        .getByRole("article")
        .filter({ has: page.getByRole("list", { name: "Reactions" }) })
        .first()
        .click({ button: "right", position: { x: 90, y: 12 } }),
    ),
    fromMessageMenu("message-edit", "Edit"),
    fromMessageMenu("message-delete-toast", "Delete"),
    fromMessageMenu("message-reply", "Reply with mention"),
    fromMessageMenu("dialog-report-message", "Report", (page) =>
      page.getByText("Good light at last").first().click({ button: "right" }),
    ),
    clicking("emoji-picker", channel, "Emoji"),
    fromMessageMenu("dialog-emoji", "React with another emoji…"),
    clicking("composer-more", channel, "More to send"),
    fromComposerMenu("dialog-poll", "Create a poll"),
    fromComposerMenu("composer-recording", "Record a voice message"),
    {
      name: "composer-recorded",
      path: channel,
      async prepare(page) {
        await button(page, "More to send").click();
        await item(page, "Record a voice message").click();
        await button(page, "Stop recording").click();
        await button(page, "Send the recording").waitFor();
      },
    },
    {
      name: "composer-silent",
      path: channel,
      prepare: (page) => composer(page).fill("@silent Good night"),
    },
    {
      name: "dialog-file",
      path: channel,
      async prepare(page) {
        await page.locator("input[type=file]").setInputFiles({
          name: "IMG_0815.png",
          mimeType: "image/png",
          buffer: await drawHills(1, 320, 200),
        });
        await button(page, /^Rename or describe/).click();
        await page
          .getByRole("textbox", { name: "Description" })
          .fill("The ridge from the hide, in the first light.");
      },
    },
    {
      name: "composer-completion",
      path: channel,
      prepare: (page) => composer(page).pressSequentially("Hello @t"),
    },
    {
      name: "composer-attachments",
      path: channel,
      async prepare(page) {
        await composer(page).fill("Two lines of text\nand two files");
        await page.locator("input[type=file]").setInputFiles([
          { name: "notes-of-the-walk-on-saturday.txt", mimeType: "text/plain", buffer: Buffer.from("Notes") },
          { name: "list.csv", mimeType: "text/csv", buffer: Buffer.alloc(20_000) },
        ]);
      },
    },
    {
      name: "viewer",
      path: channel,
      async prepare(page) {
        await button(page, /north-ridge/).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "dialog-add-server",
      path: channel,
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, "Add a server").click();
      },
    },
    clicking("dialog-add-friend", "/friends", "Add friend"),
    {
      name: "menu-friend",
      path: "/friends",
      prepare: (page) => button(page, /^More for/).click(),
    },
    {
      name: "dialog-new-group",
      path: "/friends",
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, "New group").click();
      },
    },
    {
      name: "dialog-group-settings",
      path: `/channel/${group}`,
      async prepare(page, width) {
        await openLists(page, width);
        await page.getByRole("link", { name: /Saturday drivers/ }).click({ button: "right" });
        await item(page, "Group settings").click();
      },
    },
    {
      name: "dialog-leave-group",
      path: `/channel/${group}`,
      async prepare(page, width) {
        await openLists(page, width);
        await page.getByRole("link", { name: /Saturday drivers/ }).click({ button: "right" });
        await item(page, "Leave group").click();
      },
    },
    clicking("dialog-username", "/settings/account", "Change username"),
    clicking("dialog-password", "/settings/account", "Change password"),
    clicking("dialog-delete-account", "/settings/account", "Delete account"),
    clicking("dialog-create-bot", "/settings/bots", "Create bot"),
    clicking("dialog-second-factor", "/settings/second-factor", "Turn on"),
    clicking("dialog-create-role", `${server}/settings/roles`, "Create role"),
    clicking("dialog-create-webhook", `${server}/settings/webhooks`, "Create webhook"),
    clicking("dialog-transfer", `${server}/settings/danger`, "Transfer ownership"),
    clicking("dialog-delete-server", `${server}/settings/danger`, "Delete server"),
    clicking("dialog-delete-channel", `${channel}/settings/danger`, "Delete channel"),
    {
      name: "select-open",
      path: `${server}/settings/members`,
      prepare: (page) => page.getByRole("button", { name: /Role/ }).first().click(),
    },
    {
      name: "save-bar",
      path: `${server}/settings/overview`,
      prepare: (page) => page.getByLabel("Name").first().fill("Moor, Meadow & Mire"),
    },
  ];
  return own.map((shot) => ({ ...shot, as: people.ines }));
}
