import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { newUser, type Person } from "../support/accounts/people.ts";
import { browserRules, problemsOf } from "../support/browser/axe.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Locator, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { newGroup } from "../support/channels/groups.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { execute, newWebhook } from "../support/webhooks/webhooks.ts";

/** In the page, whose types the tests do not have. */
declare const getComputedStyle: (element: unknown) => Record<string, string>;

describe.if(hasBrowser)("axe finds nothing", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let community: Awaited<ReturnType<typeof newCommunity>>;
  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    bob = await newUser(web.server, "Bob");
    community = await newCommunity();
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  const call = async (method: "post" | "put" | "patch", path: string, body: object, by = ann) => {
    const response = await web.server.client[method](path, body, by);
    if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };

  /** A server with something of every kind, two friends, somebody who asks to be one, and a conversation. */
  async function newCommunity() {
    const { server, channels } = await call("post", "/servers/create", { name: "Ferrets" });
    const channel = channels[0]._id as string;
    await joinCommunity(web.server, { id: server._id }, bob);
    const { id: role } = await call("post", `/servers/${server._id}/roles`, { name: "Keepers" });
    const look = { colour: "#2563eb", hoist: true };
    await call("patch", `/servers/${server._id}/roles/${role}`, look);
    await call("patch", `/servers/${server._id}/members/${bob.id}`, { roles: [role] });
    await call("patch", `/channels/${channel}`, { description: "All about them" });
    await call("post", `/servers/${server._id}/channels`, { name: "talk", type: "Voice" });
    const { _id: invite } = await call("post", `/channels/${channel}/invites`, {});

    const messages = `/channels/${channel}/messages`;
    const first = await call("post", messages, {
      content: `# News\n**Bold** [a link](https://example.com) \`code\` ||hidden|| <@${bob.id}> <#${channel}> :smile:`,
    });
    const image = await uploadFile(web.server, ann, { content: await makeImage("png"), filename: "a.png" });
    const text = await uploadFile(web.server, ann, { content: "words", filename: "notes.txt" });
    const archive = await uploadFile(web.server, ann, { content: "\0\x01", filename: "a.bin" });
    await call("post", messages, { content: "Files", attachments: [image, text, archive] });
    await call("post", messages, {
      content: `> quoted\n\n- a list\n\n\`\`\`js\nlet a = "code"; // comment\n\`\`\`\n\n|a|b|\n|-|-|\n|1|2|\n\n$x^2$`,
      replies: [{ id: first._id, mention: true }],
    });
    await call("put", `${messages}/${first._id}/reactions/${encodeURIComponent("👍")}`, {}, bob);
    await call("post", `/channels/${channel}/messages/${first._id}/pin`, {});
    await call("patch", `${messages}/${first._id}`, { content: "# News\nEdited, and **bold**" });
    await execute(web.server, await newWebhook(web.server, ann, { channel }), {
      content: "From outside",
      embeds: [
        { title: "On ferrets", description: "All of *them*.", url: "https://example.com", colour: "#123456" },
      ],
    });
    for (const colour of ["#ffff00", "#00ff00", "#0000ff", "#ff0000", "#ffffff", "#000000"])
      await call("post", messages, { content: "In colour", masquerade: { name: colour, colour } });
    const { username, discriminator } = (await web.server.client.get("/users/@me", bob)).body;
    await call("post", "/users/friend", { username: `${username}#${discriminator}` });
    await call("put", `/users/${ann.id}/friend`, {}, bob);
    const carol = await newUser(web.server, "Carol");
    await call("put", `/users/${ann.id}/friend`, {}, carol).catch(() => undefined);
    const { _id: dm } = (await web.server.client.get(`/users/${bob.id}/dm`, ann)).body;
    await call("post", `/channels/${dm}/messages`, { content: "Hello Ann" }, bob);
    return {
      server: server._id as string,
      channel,
      dm: dm as string,
      invite: invite as string,
      role: role as string,
    };
  }

  const viewport = { width: 1280, height: 900 };
  /** Closes a dialog by its button, and what has none by key. */
  async function close(page: Page): Promise<void> {
    const button = page.getByRole("dialog").getByRole("button", { name: "Close", exact: true });
    if ((await button.count()) > 0) await button.click();
    else await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }

  /** Waits until the page has a heading and nothing is being loaded. */
  async function settle(page: Page): Promise<void> {
    await page.getByRole("heading").first().waitFor();
    await loaded(page);
  }
  const loaded = (page: Page) =>
    page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });

  /** Checks pages, each with something that it alone has. */
  async function checkPages(page: Page, pages: readonly (readonly [path: string, part: Locator])[]) {
    const problems: string[] = [];
    for (const [path, part] of pages) {
      await followLink(page, path);
      await part.waitFor();
      await settle(page);
      problems.push(...(await problemsOf(page, path)));
    }
    expect(problems).toEqual([]);
  }

  test("before the login", async () => {
    const page = await web.open("/login");
    await checkPages(page, [
      ["/login", page.getByRole("button", { name: "Log in", exact: true })],
      ["/register", page.getByRole("button", { name: "Create an account" })],
      ["/login/reset", page.getByText("This server sends no mail")],
      [`/invite/${community.invite}`, page.getByRole("heading", { name: "Ferrets" })],
    ]);
  });

  test("on the pages of somebody who is logged in", async () => {
    const page = await web.open("/", { as: ann, viewport });
    const { server, role, dm } = community;
    await checkPages(page, [
      ["/", page.getByRole("navigation", { name: "Friends" })],
      [`/channel/${dm}`, page.getByText("Hello Ann")],
      [`/server/${server}/settings/roles/${role}`, page.getByRole("heading", { name: "Keepers" })],
      ["/nowhere", page.getByRole("heading", { name: "There is nothing here" })],
    ]);
  });

  // What needs no colours and no layout, and the dialogs: web/component-tests/accessibility.test.ts.
  thoroughTest(
    "on all settings, of the user, a server and a channel",
    async () => {
      const { server, channel } = community;
      const page = await web.open("/", { as: ann, viewport });
      await settle(page);
      const problems: string[] = [];
      for (const [path, count] of [
        ["/settings", 11],
        [`/server/${server}/settings`, 12],
        [`/server/${server}/channel/${channel}/settings`, 5],
      ] as const) {
        await followLink(page, path);
        const navigation = page.getByRole("navigation", { name: "Pages of the settings" });
        const links = navigation.getByRole("link");
        await navigation.locator(`a[href^="${path}"]`).first().waitFor();
        const names = await links.allTextContents();
        expect(names.length).toBe(count);
        problems.push(...(await problemsOf(page, path)));
        for (const name of names) {
          await links.filter({ hasText: name }).first().click();
          await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
          await settle(page);
          problems.push(...(await problemsOf(page, name, "main", browserRules)));
        }
      }
      expect(problems).toEqual([]);
    },
    180_000,
  );

  test("in a channel, and in what opens above and next to it", async () => {
    const path = `/server/${community.server}/channel/${community.channel}`;
    const page = await web.open(path, { as: ann, viewport });
    const problems: string[] = [];
    const check = async (place: string, part?: string) =>
      void problems.push(...(await problemsOf(page, place, part)));
    const checkDialog = async (place: string) => {
      await page.getByRole("dialog").waitFor();
      await loaded(page);
      await check(place, "[role=dialog]");
      await close(page);
    };
    await page.getByText("In colour").first().waitFor();
    await settle(page);
    await check("channel");

    await page.getByRole("article").last().hover();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").or(page.getByLabel("Search")).first().waitFor();
    await check("search", "aside");
    await page.getByRole("button", { name: "Pinned messages" }).click();
    await page.getByRole("complementary", { name: "Pinned messages" }).waitFor();
    await check("pins", "aside");
    await page.getByRole("button", { name: "Pinned messages" }).first().click();

    await page.keyboard.press("Control+k");
    await checkDialog("quick switcher");
    await page.getByRole("button", { name: "Emoji" }).last().click();
    const emoji = page.getByRole("dialog").getByRole("gridcell");
    await emoji.or(page.getByRole("dialog").getByRole("button")).first().waitFor();
    await checkDialog("emoji");
    await page.getByRole("button", { name: /presence and status/ }).click();
    await page.getByRole("menuitem", { name: "Set status" }).click();
    await checkDialog("status");
    const bobsEntry = page
      .getByRole("complementary", { name: "Members" })
      .getByRole("button", { name: "Bob" });
    await bobsEntry.click({ button: "right" });
    const entry = page.getByRole("menuitem", { name: "Profile", exact: true });
    await entry.waitFor();
    // Menus are outside of the page's landmarks.
    await check("menu", "[role=menu]");
    await entry.click();
    await checkDialog("profile");
    expect(problems).toEqual([]);
  }, 180_000);

  test("with forced colours, what is chosen, checked and focused has the colours of a selection", async () => {
    const path = `/server/${community.server}/channel/${community.channel}`;
    const page = await web.open(path, { as: bob, viewport });
    await page.emulateMedia({ forcedColors: "active" });
    const highlight = await page.evaluate<string>(`(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.background = "Highlight";
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    })()`);
    const styleOf = (part: Locator, name: "backgroundColor" | "outlineColor") =>
      part.first().evaluate((element, asked) => getComputedStyle(element)[asked], name);
    const isSelected = async (part: Locator) => (await styleOf(part, "backgroundColor")) === highlight;

    const channels = page.getByRole("link", { name: "General" });
    await channels.first().waitFor();
    expect(await isSelected(page.locator("a[aria-current=page]"))).toBe(true);
    expect(await isSelected(page.getByRole("link", { name: "talk" }))).toBe(false);
    // The browser must not paint another ground behind the name.
    const groundOf = async (part: Locator) => (await sharp(await part.screenshot()).stats()).dominant;
    const selected = page.locator("a[aria-current=page]", { hasText: "General" });
    expect(await groundOf(selected.getByText("General"))).toEqual(await groundOf(selected));
    const reaction = page.getByRole("button", { name: "👍 1" });
    expect(await isSelected(reaction)).toBe(true);
    await until(async () => {
      // A click is lost if the row is drawn again below it.
      if ((await reaction.count()) > 0) await reaction.click({ timeout: 5_000 }).catch(() => {});
      return reaction.waitFor({ state: "detached", timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
    await page.getByRole("article").last().click({ button: "right" });
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    const entries = page.getByRole("menuitem");
    const chosen = await Promise.all((await entries.all()).map((entry) => isSelected(entry)));
    expect(chosen.filter(Boolean)).toEqual([true]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await styleOf(page.locator(":focus"), "outlineColor")).toBe(highlight);

    await followLink(page, "/settings/accessibility");
    await page.getByRole("switch").first().waitFor();
    const isOn = async (name: string) => {
      const line = page.getByRole("group").filter({ has: page.getByRole("switch", { name }) });
      return isSelected(line.locator("input + *"));
    };
    expect(await isOn("Pause animations in the background")).toBe(true);
    expect(await isOn("Reduce motion")).toBe(false);
  }, 60_000);

  thoroughTest(
    "on a phone, with the lists, the members and the settings",
    async () => {
      const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
      const path = `/server/${community.server}/channel/${community.channel}`;
      const page = await web.open(path, { as: ann, ...phone });
      const problems: string[] = [];
      // The colours are those of wider screens, on which both themes are tried.
      const check = async (place: string) => void problems.push(...(await problemsOf(page, place, "body")));
      await page.getByText("In colour").first().waitFor();
      await settle(page);
      await check("channel");
      await page.getByRole("button", { name: "Open the lists" }).click();
      await page.getByRole("link", { name: "Settings", exact: true }).waitFor();
      await check("lists");
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await page.getByRole("navigation", { name: "Pages of the settings" }).waitFor();
      await settle(page);
      await check("settings");
      await page.goBack();
      await page.getByRole("button", { name: "Members", exact: true }).click();
      await page
        .getByRole("complementary", { name: "Members" })
        .getByRole("button", { name: "Bob" })
        .waitFor();
      await check("members");
      expect(problems).toEqual([]);
    },
    180_000,
  );

  test.if(isThorough)(
    "in the dialogs of a group, of a member who leaves, and of a bot",
    async () => {
      await newGroup(web.server, ann, [bob]);
      const { _id: bot } = await call("post", "/bots/create", { name: "Feeder" });
      const problems: string[] = [];
      const checkDialogs = async (page: Page, link: string, entries: readonly string[]) => {
        for (const name of entries) {
          await page.getByRole("link", { name: link }).first().click({ button: "right" });
          await page.getByRole("menuitem", { name, exact: true }).click();
          await page.getByRole("dialog").waitFor();
          await loaded(page);
          problems.push(...(await problemsOf(page, name, "[role=dialog]")));
          await close(page);
        }
      };
      const page = await web.open("/friends", { as: ann, viewport });
      await checkDialogs(page, "Us", ["Group settings", "Leave group"]);
      await page.goto(`${web.url}/settings/bots/${bot}`);
      await settle(page);
      problems.push(...(await problemsOf(page, "bot")));
      const member = await web.open("/friends", { as: bob, viewport });
      await checkDialogs(member, "Ferrets", ["Leave server"]);
      expect(problems).toEqual([]);
    },
    180_000,
  );
});
