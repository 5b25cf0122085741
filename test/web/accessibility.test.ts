import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { problemsOf } from "../support/axe.ts";
import { joinCommunity } from "../support/communities.ts";
import { makeImage } from "../support/make-images.ts";
import { uploadFile } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { hasBrowser, type Page } from "../support/web-browser.ts";
import { openWebTest, type WebTest } from "../support/web-client.ts";
import { execute, newWebhook } from "../support/webhooks.ts";

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
    const picture = await uploadFile(web.server, ann, { content: await makeImage("png"), filename: "a.png" });
    const text = await uploadFile(web.server, ann, { content: "words", filename: "notes.txt" });
    const archive = await uploadFile(web.server, ann, { content: "\0\x01", filename: "a.bin" });
    await call("post", messages, { content: "Files", attachments: [picture, text, archive] });
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

  /** Waits until the page has a heading and nothing is on its way. */
  async function settle(page: Page): Promise<void> {
    await page.getByRole("heading").first().waitFor();
    await page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
  }

  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    test("before the login", async () => {
      const page = await web.open("/login", { colorScheme });
      const problems: string[] = [];
      for (const path of ["/login", "/register", "/login/reset", `/invite/${community.invite}`]) {
        await page.goto(`${web.url}${path}`);
        await settle(page);
        problems.push(...(await problemsOf(page, path)));
      }
      expect(problems).toEqual([]);
    });

    test("on the pages of somebody who is logged in", async () => {
      const page = await web.open("/", { as: ann, colorScheme, viewport: { width: 1280, height: 900 } });
      const problems: string[] = [];
      const server = `/server/${community.server}`;
      const settings = [
        "overview",
        "channels",
        "roles",
        `roles/${community.role}`,
        "preview",
        "emoji",
        "webhooks",
      ];
      settings.push("invites", "members", "bans", "audit", "danger");
      const channelSettings = ["overview", "permissions", "webhooks", "invites", "danger"];
      const paths = [
        "/friends",
        `/channel/${community.dm}`,
        ...settings.map((name) => `${server}/settings/${name}`),
        ...channelSettings.map((name) => `${server}/channel/${community.channel}/settings/${name}`),
        "/nowhere",
      ];
      for (const path of paths) {
        await page.goto(`${web.url}${path}`);
        await settle(page);
        problems.push(...(await problemsOf(page, path)));
      }
      expect(problems).toEqual([]);
    });

    test("in a channel, and in what opens above and beside it", async () => {
      const path = `/server/${community.server}/channel/${community.channel}`;
      const page = await web.open(path, { as: ann, colorScheme, viewport: { width: 1280, height: 900 } });
      const problems: string[] = [];
      const check = async (place: string) => void problems.push(...(await problemsOf(page, place)));
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const closed = async () => {
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
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
      await page.getByRole("dialog").waitFor();
      await check("quick switcher");
      await closed();
      await page.getByRole("article").last().focus();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await check("keyboard");
      await closed();

      await page.getByRole("complementary", { name: "Members" }).getByRole("button", { name: "Bob" }).click();
      await page.getByRole("dialog").waitFor();
      await settle(page);
      await check("profile");
      await closed();
      await page
        .getByRole("complementary", { name: "Members" })
        .getByRole("button", { name: "Bob" })
        .click({ button: "right" });
      await page.getByRole("menuitem", { name: "Ban…" }).waitFor();
      // Menus stand outside of the page's landmarks.
      problems.push(...(await problemsOf(page, "menu", "[role=menu]")));
      await page.getByRole("menuitem", { name: "Ban…" }).click();
      await page.getByRole("dialog").waitFor();
      await check("ban");
      await closed();
      await page.getByRole("button", { name: "Emoji" }).last().click();
      await page
        .getByRole("dialog")
        .getByRole("gridcell")
        .or(page.getByRole("dialog").getByRole("button"))
        .first()
        .waitFor();
      await check("emoji");
      await closed();
      await button("Add a server").click();
      await page.getByRole("dialog").waitFor();
      await check("add a server");
      await closed();
      expect(problems).toEqual([]);
    });
  });
});
