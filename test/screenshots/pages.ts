import type { Locator } from "playwright-core";
import { serverSettingsTexts } from "../../web/client/src/i18n/en/server-settings.ts";
import type { Person } from "../support/accounts/people.ts";
import type { Page } from "../support/browser/web-browser.ts";
import type { Operator } from "../support/operators/operators.ts";
import { adminShots } from "./admin.ts";
import type { DemoServer } from "./community.ts";
import { dialogShots } from "./dialogs.ts";
import { findingShots } from "./finding.ts";
import { hostShots } from "./host.ts";
import { movingShots } from "./moving.ts";
import type { People } from "./people.ts";
import { signInShots } from "./sign-in.ts";
import { stateShots } from "./states.ts";
import { writingShots } from "./writing.ts";

const serverPages = Object.keys(serverSettingsTexts.serverSettings.pages);

/** A page to make screenshots of. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  /** Whose tab of the admin page it is; the path is below /admin. */
  readonly operator?: Operator;
  /** Brings the page into the state to be seen. */
  readonly prepare?: (page: Page, width: number) => Promise<unknown>;
  /** Whether something is left loading, so that nobody waits for it. */
  readonly isLoading?: boolean;
  /** Ends what goes on after the page is closed. */
  readonly cleanUp?: (page: Page) => Promise<unknown>;
}

/** What the screenshots show. */
export interface Demo {
  readonly place: DemoServer;
  readonly conversation: string;
  readonly group: string;
  readonly hardChannel: string;
  /** The code of an invite. */
  readonly invite: string;
  readonly people: People;
  /** Somebody who has just registered, and owns an empty server. */
  readonly newcomer: Person;
  readonly emptyServer: string;
  /** Somebody who has just registered, and has nothing yet. */
  readonly visitor: Person;
  /** Somebody who has not acknowledged the last change of the terms. */
  readonly reader: Person;
  /** The path of a channel for adults. */
  readonly adultsChannel: string;
  /** Sends a message while a page is open. */
  readonly send: (by: Person, channel: string, content: string) => Promise<unknown>;
  readonly operator: Operator;
  /** The id of a report of a message. */
  readonly report: string;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

export const menuItem = (page: Page, name: string) => page.getByRole("menuitem", { name }).first();

/** Opens the menu of a button, and chooses an entry. */
export async function fromMenu(page: Page, label: string, entry: string): Promise<void> {
  await button(page, label).click();
  await menuItem(page, entry).click();
}

/** Where a finger opens a menu, it is a sheet. */
export const openMenu = (target: Locator, width: number) => (width < 760 ? target.tap() : target.click());

/** Opens the menu of something by a right click, and on a phone by a long press. */
export async function openContextMenu(page: Page, target: Locator, width: number): Promise<void> {
  if (width >= 760) return target.click({ button: "right" });
  const { x = 0, y = 0, width: across = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + across / 2, y: y + height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("menu").waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Answers what the demo's server would answer otherwise, and loads the page again. */
export async function answering(
  page: Page,
  answers: Readonly<Record<string, unknown>>,
  status = 200,
): Promise<void> {
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api${path}`, (route) => route.fulfill({ status, json }));
  await page.reload();
}

/** Loads the page again in another language. */
export async function openInLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem("language", value), language);
  await page.reload();
}

export const german = (page: Page) => openInLanguage(page, "de");

/** They are next to the messages only where there is room. */
export const openMembers = async (page: Page, width: number) =>
  width < 1_100 && button(page, /^members/i).click();

export const openLists = async (page: Page, width: number) =>
  width < 760 && button(page, "Open the lists").click();

export function shotsOf(demo: Demo): Shot[] {
  const { place, conversation, group, hardChannel, invite, people } = demo;
  const server = `/server/${place.id}`;
  const channel = `${server}/channel/${place.channels.get("sightings")}`;
  const own: Omit<Shot, "as">[] = [
    { name: "channel", path: channel },
    { name: "channel-hard", path: `${server}/channel/${hardChannel}` },
    { name: "channel-tasks", path: `${server}/channel/${place.channels.get("routes-and-weather")}` },
    { name: "poll", path: `${server}/channel/${place.channels.get("events")}` },
    { name: "channel-unread", path: `${server}/channel/${place.channels.get("camera-traps")}` },
    { name: "channel-voice", path: `${server}/channel/${place.channels.get("Campfire")}` },
    { name: "lists", path: channel, prepare: openLists },
    { name: "members", path: channel, prepare: openMembers },
    { name: "empty-channel", path: `${server}/channel/${place.channels.get("data")}` },
    { name: "direct-message", path: `/channel/${conversation}` },
    { name: "group", path: `/channel/${group}` },
    { name: "inbox", path: "/inbox" },
    { name: "friends", path: "/friends" },
    { name: "friends-all", path: "/friends?tab=all" },
    { name: "friends-requests", path: "/friends?tab=requests" },
    { name: "friends-blocked", path: "/friends?tab=blocked" },
    ...serverPages.map((page) => ({ name: `server-${page}`, path: `${server}/settings/${page}` })),
    { name: "server-list", path: `${server}/settings` },
    { name: "server-role", path: `${server}/settings/roles/${place.role}` },
    { name: "server-everyone", path: `${server}/settings/roles/everyone` },
    ...["overview", "permissions", "webhooks", "invites", "danger"].map((page) => ({
      name: `channel-${page}`,
      path: `${channel}/settings/${page}`,
    })),
    ...[
      "account",
      "second-factor",
      "sessions",
      "profile",
      "appearance",
      "accessibility",
      "keyboard",
      "notifications",
      "voice",
      "bots",
      "data",
      "about",
    ].map((page) => ({ name: `settings-${page}`, path: `/settings/${page}` })),
    {
      name: "settings-voice-activity",
      path: "/settings/voice",
      async prepare(page) {
        await page.getByText("When you speak", { exact: true }).click();
        await button(page, "Test the microphone").click();
        await button(page, "End the test").scrollIntoViewIfNeeded();
      },
    },
    {
      name: "settings-voice-key",
      path: "/settings/voice",
      prepare: (page) => page.getByText("While you hold a key", { exact: true }).click(),
    },
    { name: "settings-list", path: "/settings" },
  ];
  return [
    { name: "login", path: "/login" },
    { name: "register", path: "/register" },
    { name: "sign-in-code", path: "/sign-in#ticket=once&methods=Totp,Recovery" },
    { name: "sign-in-problem", path: "/sign-in#error=address-in-use" },
    { name: "login-forgotten", path: "/login/reset" },
    { name: "login-reset", path: "/login/reset/code" },
    { name: "login-delete", path: "/delete/code" },
    { name: "login-undo", path: "/login/undo/code" },
    { name: "login-verify", path: "/login/verify/code" },
    { name: "invite", path: `/invite/${invite}` },
    ...own.map((shot) => ({ ...shot, as: people.ines })),
    ...dialogShots(demo),
    ...findingShots(demo),
    ...writingShots(demo),
    ...stateShots(demo),
    ...hostShots(demo),
    ...signInShots(demo),
    ...movingShots(demo),
    { name: "admin-login", path: "/admin" },
    ...adminShots(demo),
  ];
}
