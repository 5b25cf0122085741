import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { problemsOf } from "../support/browser/axe.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { newGroup } from "../support/channels/groups.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { isThorough } from "../support/run/thorough.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { execute, newWebhook } from "../support/webhooks/webhooks.ts";

/** The buttons of settings that open a dialog, by how their names begin. */
const openers = /^(Change|Create|Delete|Disable|Edit|Log out everywhere|Rename|Reset|Transfer|Turn on)/;

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

  /** Waits until the page has a heading and nothing is on its way. */
  async function settle(page: Page): Promise<void> {
    await page.getByRole("heading").first().waitFor();
    await loaded(page);
  }
  const loaded = (page: Page) =>
    page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });

  test("before the login", async () => {
    const page = await web.open("/login");
    const problems: string[] = [];
    for (const path of ["/login", "/register", "/login/reset", `/invite/${community.invite}`]) {
      await page.goto(`${web.url}${path}`);
      await settle(page);
      problems.push(...(await problemsOf(page, path)));
    }
    expect(problems).toEqual([]);
  });

  test("on the pages of somebody who is logged in", async () => {
    const page = await web.open("/", { as: ann, viewport });
    const problems: string[] = [];
    const paths = [
      "/",
      `/channel/${community.dm}`,
      `/server/${community.server}/settings/roles/${community.role}`,
    ];
    for (const path of [...paths, "/nowhere"]) {
      await page.goto(`${web.url}${path}`);
      await settle(page);
      problems.push(...(await problemsOf(page, path)));
    }
    expect(problems).toEqual([]);
  });

  test.each([
    ["the user", "/settings", 10],
    ["a server", "/server/SERVER/settings", 11],
    ["a channel", "/server/SERVER/channel/CHANNEL/settings", 5],
  ])(
    "on the settings of %s, and in their dialogs",
    async (_name, path, pages) => {
      const { server, channel } = community;
      const address = path.replace("SERVER", server).replace("CHANNEL", channel);
      const page = await web.open(address, { as: ann, viewport });
      const problems: string[] = [];
      const links = page.getByRole("navigation", { name: "Pages of the settings" }).getByRole("link");
      await links.first().waitFor();
      const names = await links.allTextContents();
      expect(names.length).toBe(pages);
      for (const name of names) {
        await links.filter({ hasText: name }).first().click();
        await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
        await settle(page);
        problems.push(...(await problemsOf(page, name)));
        const buttons = page.getByRole("main").getByRole("button", { name: openers });
        // They share one kind of dialog, so the first of each page stands for the others.
        for (const button of (await buttons.all()).slice(0, isThorough ? undefined : 1)) {
          if (await button.isDisabled()) continue;
          const place = `${name}, ${await button.textContent()}`;
          await button.click();
          await page.getByRole("dialog").waitFor();
          problems.push(...(await problemsOf(page, place, "[role=dialog]")));
          await close(page);
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
    const button = (name: string) => page.getByRole("button", { name, exact: true });
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
    await check("search");
    await page.getByRole("button", { name: "Pinned messages" }).click();
    await check("pins");
    await page.getByRole("button", { name: "Pinned messages" }).first().click();

    await page.keyboard.press("Control+k");
    await checkDialog("quick switcher");
    await page.getByRole("article").last().focus();
    await page.keyboard.press("?");
    await checkDialog("keyboard");
    await button("Jump to a date").click();
    await checkDialog("jump to a date");
    await page.getByRole("button", { name: "Emoji" }).last().click();
    const emoji = page.getByRole("dialog").getByRole("gridcell");
    await emoji.or(page.getByRole("dialog").getByRole("button")).first().waitFor();
    await checkDialog("emoji");
    await button("Add a server").click();
    await checkDialog("add a server");
    await page.getByRole("button", { name: /presence and status/ }).click();
    await page.getByRole("menuitem", { name: "Set status" }).click();
    await checkDialog("status");

    const bobsEntry = page
      .getByRole("complementary", { name: "Members" })
      .getByRole("button", { name: "Bob" });
    const menus = [
      [bobsEntry, ["Profile", "Change nickname", "Roles…", "Time out…", "Kick…", "Ban…", "Report…"]],
      [page.getByRole("link", { name: "Ferrets", exact: true }), ["Invite people", "Notifications and mute"]],
      [page.getByRole("link", { name: "General" }), ["Delete channel"]],
      [page.getByRole("article").filter({ hasText: "From outside" }), ["Report", "Delete"]],
    ] as const;
    for (const [target, entries] of menus) {
      for (const name of entries) {
        await target.click({ button: "right" });
        const entry = page.getByRole("menuitem", { name, exact: true });
        await entry.waitFor();
        // Menus stand outside of the page's landmarks.
        if (name === entries[0]) await check(`menu of ${name}`, "[role=menu]");
        await entry.click();
        await checkDialog(name);
      }
    }

    await page.getByRole("link", { name: "Home" }).click();
    await button("New group").click();
    await checkDialog("new group");
    await button("Add friend").click();
    await checkDialog("add a friend");
    expect(problems).toEqual([]);
  }, 180_000);

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
