import { password } from "../support/accounts/people.ts";
import type { Page } from "../support/browser/web-browser.ts";
import { drawHills } from "./draw.ts";
import { button, type Demo, menuItem, openLists, openMembers, openMenu, type Shot } from "./pages.ts";

const member = (page: Page, name: string) =>
  page.getByRole("complementary", { name: "Members" }).getByRole("button", { name });

/** What opens from lists and settings: cards, menus and dialogs. */
export function dialogShots({ place, people, group }: Demo): Shot[] {
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
      await menuItem(page, entry).click();
    },
  });
  const groupMenu = (name: string, entry: string): Omit<Shot, "as"> => ({
    name,
    path: `/channel/${group}`,
    async prepare(page, width) {
      await openLists(page, width);
      await page.getByRole("link", { name: /Saturday drivers/ }).click({ button: "right" });
      await menuItem(page, entry).click();
    },
  });
  const serverMenu = async (page: Page, width: number) => {
    await openLists(page, width);
    await openMenu(button(page, "Moor & Meadow: menu"), width);
  };
  const ownMenu = async (page: Page, width: number) => {
    await openLists(page, width);
    await openMenu(button(page, /presence and status/), width);
  };
  const fromServerMenu = (name: string, entry: string): Omit<Shot, "as"> => ({
    name,
    path: channel,
    async prepare(page, width) {
      await serverMenu(page, width);
      await menuItem(page, entry).click();
    },
  });
  const clicking = (name: string, path: string, label: string | RegExp): Omit<Shot, "as"> => ({
    name,
    path,
    prepare: (page) => button(page, label).click(),
  });

  const own: Omit<Shot, "as">[] = [
    {
      name: "profile",
      path: channel,
      async prepare(page, width) {
        await openMembers(page, width);
        await member(page, "Tomasz Wilk").click();
        await page.getByLabel("Note").waitFor();
      },
    },
    {
      name: "profile-in-message",
      path: channel,
      async prepare(page) {
        await page
          .getByRole("article")
          .locator("button[data-person]", { hasText: "Tomasz Wilk" })
          .last()
          .click();
        await page.getByLabel("Note").waitFor();
      },
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
    {
      name: "dialog-private-channel",
      path: channel,
      async prepare(page, width) {
        await serverMenu(page, width);
        await menuItem(page, "Create channel").click();
        await page.getByLabel("Name of the channel").fill("wardens-only");
        await page.getByRole("switch", { name: "Private" }).press("Space");
      },
    },
    {
      name: "dialog-invite-select",
      path: channel,
      async prepare(page, width) {
        await serverMenu(page, width);
        await menuItem(page, "Invite people").click();
        await page.getByLabel("Maximum uses").click();
      },
    },
    fromServerMenu("dialog-notifications", "Notifications and mute"),
    {
      name: "menu-channel",
      path: channel,
      async prepare(page, width) {
        await openLists(page, width);
        await page.getByRole("link", { name: "camera-traps" }).click({ button: "right" });
      },
    },
    { name: "menu-own", path: channel, prepare: ownMenu },
    {
      name: "dialog-status",
      path: channel,
      async prepare(page, width) {
        await ownMenu(page, width);
        await menuItem(page, "Set status").click();
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
      path: "/friends?tab=all",
      prepare: (page, width) => openMenu(button(page, /^More for/), width),
    },
    {
      name: "dialog-new-group",
      path: "/friends",
      async prepare(page, width) {
        await openLists(page, width);
        await button(page, "New group").click();
      },
    },
    groupMenu("dialog-group-settings", "Group settings"),
    groupMenu("dialog-leave-group", "Leave group"),
    clicking("dialog-username", "/settings/account", "Change username"),
    clicking("dialog-password", "/settings/account", "Change password"),
    clicking("dialog-delete-account", "/settings/account", "Delete account"),
    clicking("dialog-create-bot", "/settings/bots", "Create bot"),
    clicking("dialog-second-factor", "/settings/second-factor", "Turn on"),
    clicking("dialog-rename-passkey", "/settings/second-factor", "Rename Chrome · Linux"),
    {
      name: "dialog-passkey",
      path: "/settings/second-factor",
      async prepare(page) {
        await button(page, "Add a passkey").click();
        await page.getByLabel("Your password").fill(password);
        await button(page, "Continue").click();
        await button(page, "Create passkey").waitFor();
      },
    },
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
      name: "server-emoji-adding",
      path: `${server}/settings/emoji`,
      async prepare(page) {
        const files = ["Happy Stoat.png", "hills-in-winter.png", "gate.png"].map(async (name, index) => ({
          name,
          mimeType: "image/png",
          buffer: await drawHills(index, 128, 128),
        }));
        await page.locator("input[type=file]").setInputFiles(await Promise.all(files));
      },
    },
    {
      name: "settings-own-theme",
      path: "/settings/appearance",
      async prepare(page) {
        await page.getByRole("switch", { name: "Custom colours" }).click({ force: true });
        await page.getByRole("heading", { name: "Custom theme" }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "save-bar",
      path: `${server}/settings/overview`,
      prepare: (page) => page.getByLabel("Name").first().fill("Moor, Meadow & Mire"),
    },
  ];
  return own.map((shot) => ({ ...shot, as: people.ines }));
}
