import { describe, expect } from "bun:test";
import { serverSettingsTexts } from "../../web/client/src/i18n/en/server-settings.ts";
import { settingsClient } from "../../web/client/src/i18n/en/settings-client.ts";
import { newUser } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest } from "../support/browser/web-client.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { silentVoice } from "../support/voice/voice-config.ts";

/** How long a user looks at each page, in milliseconds. */
const lookMs = 1_000;

/** What was there before the user came: limits would only slow its making down. */
async function prepareHome() {
  const home = await newMigratedHome("sqlite");
  await using server = await openServer("sqlite", { home });
  const ann = await newUser(server, "Ann");
  const bob = await newUser(server, "Bob");
  const place = await newCommunity(server, ann);
  const other = await newCommunity(server, bob);
  for (let count = 0; count < 9; count += 1) await newMember(server, place);
  const { body: channel } = await server.client.post(`/servers/${place.id}/channels`, { name: "Tea" }, ann);
  for (const id of [place.channel, channel._id]) await sendMessage(server, { by: ann, channel: id }, "Hello");
  const { body: invite } = await server.client.post(`/channels/${other.channel}/invites`, {}, bob);
  return { home, ann, place: place.id, channels: [place.channel, channel._id], invite: invite._id };
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const inMenu = (menu: string, entry: string) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole("menuitem", { name: entry }).click();
};

type Step = readonly [path: string, act?: (page: Page) => Promise<unknown>];

describe.if(hasBrowser)("a first hour in the web client", () => {
  thoroughTest(
    "at one page per second meets no rate limit",
    async () => {
      const { home, ann, place, channels, invite } = await prepareHome();
      const [first = "", second = ""] = channels.map((id) => `/server/${place}/channel/${id}`);
      const settings = `/server/${place}/settings`;
      const serverPages = Object.keys(serverSettingsTexts.serverSettings.pages);
      const ownPages = Object.keys(settingsClient.userSettings.pages);
      const profile = (at: number) => (page: Page) =>
        page.getByRole("complementary", { name: "Members" }).locator("[data-person]").nth(at).click();
      const steps: Step[] = [
        [first],
        ...[...Array(8).keys()].map((at): Step => [first, profile(at)]),
        [second],
        [first, (page) => page.keyboard.press("Control+f")],
        [first, press("Pinned messages")],
        [second, press("Pinned messages")],
        ...Array.from({ length: 4 }, (): Step[] => [[first], [second]]).flat(),
        [first, press("Jump to a date")],
        [second],
        ...["Invite people", "Create channel", "Notifications and mute"].map(
          (entry): Step => [first, inMenu("Place: menu", entry)],
        ),
        ...serverPages.map((page): Step => [`${settings}/${page}`]),
        ...serverPages.toReversed().map((page): Step => [`${settings}/${page}`]),
        ...Object.keys(serverSettingsTexts.channelSettings.pages).map(
          (page): Step => [`${first}/settings/${page}`],
        ),
        ...ownPages.map((page): Step => [`/settings/${page}`]),
        ...["Change username", "Change e-mail address", "Change password", "Delete account"].map(
          (label): Step => ["/settings/account", press(label)],
        ),
        ["/settings/second-factor", press("Turn on")],
        ["/settings/second-factor", press("Add a passkey")],
        ["/settings/bots", press("Create bot")],
        ...ownPages.toReversed().map((page): Step => [`/settings/${page}`]),
        ...["", "?tab=all", "?tab=requests", "?tab=blocked"].map((tab): Step => [`/friends${tab}`]),
        ["/friends", press("Add a friend")],
        ["/inbox"],
        ["/friends", press("Add a server")],
        [`/invite/${invite}`],
        [first],
      ];

      await using web = await openWebTest({
        config: { ratelimits: { enabled: true }, voice: silentVoice },
        open: (engine, options) => openServer(engine, { ...options, home }),
      });
      const page = await web.open("/", { as: ann, viewport: { width: 1440, height: 900 } });
      let step = "/";
      const refused: string[] = [];
      page.on("response", (response) => {
        if (response.status() === 429)
          refused.push(`${step}: ${response.request().method()} ${new URL(response.url()).pathname}`);
      });
      for (const [path, act] of steps) {
        step = `${path} ${act ? "with a dialog" : ""}`;
        const look = Bun.sleep(lookMs);
        // Without a dialog the key closes the settings.
        if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
        if (!page.url().endsWith(path)) await followLink(page, path);
        await act?.(page);
        await look;
      }

      // A new community, from its template to the invite link.
      step = "new server";
      await press("Add a server")(page);
      await press(/^Create a server/)(page);
      await page.getByLabel("Name").fill("Ferrets");
      await page.getByRole("radio", { name: "Community" }).check({ force: true });
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("dialog", { name: "Ferrets is ready" }).waitFor();
      expect(refused).toEqual([]);
      home.remove();
    },
    300_000,
  );
});
