import { serverSettingsTexts } from "../../web/client/src/i18n/en/server-settings.ts";
import type { Person } from "../support/accounts/people.ts";
import type { Page } from "../support/browser/web-browser.ts";
import type { Operator } from "../support/operators/operators.ts";
import { adminShots } from "./admin.ts";
import type { DemoServer } from "./community.ts";
import { dialogShots } from "./dialogs.ts";
import type { People } from "./people.ts";
import { stateShots } from "./states.ts";

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
  readonly operator: Operator;
  /** The id of a report of a message. */
  readonly report: string;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

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
      "bots",
      "data",
      "about",
    ].map((page) => ({ name: `settings-${page}`, path: `/settings/${page}` })),
    { name: "settings-list", path: "/settings" },
  ];
  return [
    { name: "login", path: "/login" },
    { name: "register", path: "/register" },
    { name: "sign-in-problem", path: "/sign-in#error=address-in-use" },
    { name: "login-forgotten", path: "/login/reset" },
    { name: "login-reset", path: "/login/reset/code" },
    { name: "login-delete", path: "/delete/code" },
    { name: "login-undo", path: "/login/undo/code" },
    { name: "login-verify", path: "/login/verify/code" },
    { name: "invite", path: `/invite/${invite}` },
    ...own.map((shot) => ({ ...shot, as: people.ines })),
    ...dialogShots(demo),
    ...stateShots(demo),
    { name: "admin-login", path: "/admin" },
    ...adminShots(demo),
  ];
}
