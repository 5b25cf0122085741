import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person, password } from "../support/accounts/people.ts";
import { followLink } from "../support/browser/follow-link.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { makeImage } from "../support/files/make-images.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { until } from "../support/until.ts";

describe.if(hasBrowser)("servers in the web client", () => {
  let web: WebTest;
  let ann: Person;
  let bob: Person;
  let annPage: Page;
  let bobPage: Page;
  let serverId: string;

  beforeAll(async () => {
    web = await openWebTest();
    ann = await newUser(web.server, "Ann");
    bob = await newUser(web.server, "Bob");
    annPage = await web.open("/", { as: ann });
    bobPage = await web.open("/", { as: bob });
  }, 120_000);
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
  });

  const settings = (page: string) => followLink(annPage, `/server/${serverId}/settings/${page}`);
  const saved = async () => {
    await annPage.getByRole("button", { name: "Save", exact: true }).click();
    await annPage.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  };
  const channelsOf = (page: Page) => page.getByRole("navigation", { name: "Channels" });
  const roleCalled = async (name: string): Promise<string> => {
    const { body } = await web.server.client.get(`/servers/${serverId}`, ann);
    const found = Object.entries(body.roles ?? {}).find(
      ([, role]) => (role as { name: string }).name === name,
    );
    return found?.[0] ?? "";
  };

  test("a server is created, and somebody joins it by its invite link", async () => {
    await annPage.getByRole("button", { name: "Add a server" }).click();
    await annPage.getByRole("dialog").getByRole("button", { name: "Create a server" }).click();
    await annPage.getByLabel("Name", { exact: true }).fill("Ferrets");
    await annPage.getByRole("button", { name: "Create", exact: true }).click();
    await annPage.getByRole("dialog", { name: "Ferrets is ready" }).waitFor();
    await annPage.getByRole("button", { name: "Open the server" }).click();
    await annPage.getByRole("heading", { name: "General", exact: true }).waitFor();
    serverId = /\/server\/(\w+)\//.exec(annPage.url())?.[1] ?? "";

    await annPage.getByRole("button", { name: "Ferrets: menu" }).click();
    await annPage.getByRole("menuitem", { name: "Invite people" }).click();
    await annPage.getByRole("button", { name: "Create invite" }).click();
    const link = await annPage.getByLabel("Link", { exact: true }).inputValue();
    expect(link).toStartWith(`${web.url}/invite/`);
    await annPage.keyboard.press("Escape");

    await bobPage.getByRole("button", { name: "Add a server" }).click();
    await bobPage.getByRole("dialog").getByRole("button", { name: "Join with an invite" }).click();
    await bobPage.getByLabel("Invite link or code").fill(link);
    await bobPage.getByRole("button", { name: "Join", exact: true }).click();
    await bobPage.getByRole("heading", { name: "General", exact: true }).waitFor();
    await bobPage.getByRole("link", { name: "Ferrets" }).waitFor();
  });

  test("channels and categories are created, and moved by the keyboard", async () => {
    await annPage.getByRole("button", { name: "Ferrets: menu" }).click();
    await annPage.getByRole("menuitem", { name: "Create category" }).click();
    await annPage.getByLabel("Name of the category").fill("Team");
    await annPage.getByRole("button", { name: "Create category" }).click();
    await annPage.getByRole("button", { name: "Team" }).waitFor();
    await annPage.getByRole("button", { name: "Ferrets: menu" }).click();
    await annPage.getByRole("menuitem", { name: "Create channel" }).click();
    await annPage.getByLabel("Name of the channel").fill("staff");
    await annPage.getByRole("button", { name: "Create channel" }).click();
    await annPage.getByRole("heading", { name: "staff", level: 1 }).waitFor();
    await channelsOf(bobPage).getByRole("link", { name: "staff" }).waitFor();

    await settings("channels");
    await annPage.getByRole("button", { name: "Move staff" }).press("ArrowDown");
    await annPage.getByText("staff is now in Team.").waitFor();
    await annPage
      .locator(":focus")
      .and(annPage.getByRole("button", { name: "Move staff" }))
      .waitFor();
    await saved();
    const { body } = await web.server.client.get(`/servers/${serverId}`, ann);
    const team = body.categories.find((category: { title: string }) => category.title === "Team");
    expect(team.channels).toEqual([body.channels[1]]);
    await bobPage.getByRole("button", { name: "Team" }).waitFor();
  });

  test("a channel is dragged to another place by the mouse", async () => {
    await followLink(annPage, `/server/${serverId}`);
    const links = channelsOf(annPage).getByRole("link");
    const centreOf = async (name: string) => {
      const box = await links.filter({ hasText: name }).boundingBox();
      if (!box) throw new Error(`${name} is not in sight`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const from = await centreOf("staff");
    const to = await centreOf("General");
    await annPage.mouse.move(from.x, from.y);
    await annPage.mouse.down();
    await annPage.mouse.move(from.x, (from.y + to.y) / 2);
    await annPage.mouse.move(to.x, to.y - 8);
    await annPage.mouse.up();
    await until(async () => (await links.allInnerTexts()).join() === "staff,General");
    await until(async () => {
      const { body } = await web.server.client.get(`/servers/${serverId}`, bob);
      return body.categories.find(({ title }: { title: string }) => title === "Team").channels.length === 0;
    });
  });

  test("roles get a rank and permissions, and others see the effect at once", async () => {
    await settings("roles");
    for (const name of ["Staff", "Guests"]) {
      await annPage.getByRole("button", { name: "Create role" }).click();
      await annPage.getByLabel("Name of the role").fill(name);
      await annPage.getByRole("dialog").getByRole("button", { name: "Create role" }).click();
      await annPage.getByRole("heading", { name }).waitFor();
      await annPage.getByRole("link", { name: "All roles" }).click();
    }
    await annPage.getByRole("button", { name: "Move Guests" }).press("ArrowUp");
    await saved();
    const roles = annPage.getByRole("link", { name: /^(Staff|Guests)$/ });
    expect(await roles.allTextContents()).toEqual(["Guests", "Staff"]);

    await annPage.getByRole("link", { name: "Staff", exact: true }).click();
    await permission("Manage messages", "Allow");
    await saved();

    const { body } = await web.server.client.get(`/servers/${serverId}`, ann);
    await followLink(annPage, `/server/${serverId}/channel/${body.channels[1]}/settings/permissions`);
    await permission("See channels", "Deny");
    await saved();
    await channelsOf(bobPage).getByRole("link", { name: "staff" }).waitFor({ state: "detached" });
    await annPage.getByLabel("Permissions for").click();
    await annPage.getByRole("option", { name: "Staff" }).click();
    await permission("See channels", "Allow");
    await saved();
    expect(await channelsOf(bobPage).getByRole("link", { name: "staff" }).count()).toBe(0);

    const staff = await roleCalled("Staff");
    await web.server.client.patch(`/servers/${serverId}/members/${bob.id}`, { roles: [staff] }, ann);
    await channelsOf(bobPage).getByRole("link", { name: "staff" }).waitFor();
  });

  test("the preview of a role shows what the server shows to somebody who has it", async () => {
    await settings("preview");
    const visible = annPage.getByRole("list", { name: "Channels that the member sees" });
    const bobSees = async () => {
      const { body } = await web.server.client.get(`/servers/${serverId}?include_channels=true`, bob);
      return body.channels.map(({ name }: { name: string }) => name).sort();
    };
    const staff = await roleCalled("Staff");
    for (const has of [true, false]) {
      await annPage.getByRole("checkbox", { name: "Staff" }).setChecked(has);
      await web.server.client.patch(
        `/servers/${serverId}/members/${bob.id}`,
        has ? { roles: [staff] } : { remove: ["Roles"] },
        ann,
      );
      const names = (await visible.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]);
      expect(names.sort()).toEqual(await bobSees());
      expect((await visible.getByText("Manage messages").count()) > 0).toBe(has);
    }
  });

  test("an emoji is uploaded and there for everybody", async () => {
    await settings("emoji");
    await annPage.locator("input[type=file]").setInputFiles({
      name: "Happy Ferret.png",
      mimeType: "image/png",
      buffer: Buffer.from(await makeImage("png")),
    });
    expect(await annPage.getByLabel("Name of Happy Ferret.png").inputValue()).toBe("happy_ferret");
    await annPage.getByRole("button", { name: "Add emoji" }).click();
    await annPage.getByText(":happy_ferret:").waitFor();
    const { body } = await web.server.client.get(`/servers/${serverId}/emojis`, bob);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(["happy_ferret"]);
  });

  test("a webhook is made and renamed", async () => {
    await settings("webhooks");
    await annPage.getByRole("button", { name: "Create webhook" }).click();
    await annPage.getByLabel("Name", { exact: true }).fill("Deployments");
    await annPage.getByRole("dialog").getByRole("button", { name: "Create webhook" }).click();
    await annPage.getByRole("button", { name: "Edit Deployments" }).click();
    await annPage.getByLabel("Name", { exact: true }).fill("Releases");
    await annPage.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await annPage.getByRole("button", { name: "Copy the address of Releases" }).waitFor();
  });

  test("a ban is lifted, and the audit log tells both", async () => {
    await web.server.client.put(`/servers/${serverId}/bans/${bob.id}`, { reason: "Spam" }, ann);
    await bobPage.getByRole("link", { name: "Ferrets" }).waitFor({ state: "detached" });
    await settings("bans");
    await annPage.getByText("Spam").waitFor();
    await annPage.getByRole("button", { name: "Lift ban" }).click();
    await annPage.getByText("Nobody is banned").waitFor();
    await annPage.getByRole("link", { name: "Audit log" }).click();
    await annPage.getByText("Reason: Spam").waitFor();
    await annPage.getByLabel("What").click();
    await annPage.getByRole("option", { name: "Lifted a ban" }).click();
    await annPage.getByText("Reason: Spam").waitFor({ state: "detached" });
    await annPage.getByRole("listitem").filter({ hasText: "Ann · Lifted a ban · Bob" }).waitFor();
  });

  test("the order of servers is kept for all clients, and their own settings with it", async () => {
    const { client } = web.server;
    await client.post("/servers/create", { name: "Second" }, ann);
    const stored = { ordering: JSON.stringify({ servers: [serverId], other: 1 }) };
    await client.post("/sync/settings/set", stored, ann);
    await annPage.goto(web.url);
    const rail = annPage.getByRole("navigation", { name: "Servers" }).getByRole("link");
    await annPage.getByRole("link", { name: "Second" }).press("Alt+ArrowUp");
    await rail
      .nth(2)
      .and(annPage.getByRole("link", { name: "Second" }))
      .waitFor();
    await annPage.reload();
    await annPage.getByRole("link", { name: "Second" }).waitFor();
    const names = await rail.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
    expect(names).toEqual(["Home", "Inbox", "Second", "Ferrets"]);
    const { body } = await client.post("/sync/settings/fetch", { keys: ["ordering"] }, ann);
    expect(JSON.parse(body.ordering[1]).other).toBe(1);
  });

  test("a member leaves", async () => {
    const { body } = await web.server.client.get(`/servers/${serverId}`, ann);
    const invite = await web.server.client.post(`/channels/${body.channels[0]}/invites`, {}, ann);
    await web.server.client.post(`/invites/${invite.body._id}`, {}, bob);
    await bobPage.getByRole("link", { name: "Ferrets" }).click({ button: "right" });
    await bobPage.getByRole("menuitem", { name: "Leave server" }).click();
    const dialog = bobPage.getByRole("dialog", { name: "Leave Ferrets?" });
    await bobPage
      .locator(":focus")
      .and(dialog.getByRole("button", { name: "Cancel" }))
      .waitFor();
    await dialog.getByRole("button", { name: "Leave server" }).click();
    await bobPage.getByRole("link", { name: "Ferrets" }).waitFor({ state: "detached" });
  });

  thoroughTest(
    "ownership goes to somebody else with the password, who deletes the server by its name",
    async () => {
      const { body } = await web.server.client.get(`/servers/${serverId}`, ann);
      const invite = await web.server.client.post(`/channels/${body.channels[0]}/invites`, {}, ann);
      await web.server.client.post(`/invites/${invite.body._id}`, {}, bob);
      await settings("danger");
      await annPage.getByRole("button", { name: "Transfer ownership" }).click();
      const dialog = annPage.getByRole("dialog");
      const newOwner = dialog.getByLabel("New owner");
      const option = annPage.getByRole("option", { name: /Bob/ });
      // The list closes when a member is added to it.
      await until(async () => {
        if ((await newOwner.getAttribute("aria-expanded")) !== "true") await newOwner.click();
        return option.isVisible();
      });
      await option.click();
      await dialog.getByLabel("Your password").fill(password);
      await dialog.getByRole("button", { name: "Transfer ownership" }).click();
      await dialog.waitFor({ state: "detached" });

      await followLink(bobPage, `/server/${serverId}/settings/danger`);
      await bobPage.getByRole("button", { name: "Delete server" }).click();
      const confirm = bobPage.getByRole("dialog", { name: "Delete Ferrets?" });
      const button = confirm.getByRole("button", { name: "Delete server" });
      expect(await button.isDisabled()).toBe(true);
      await confirm.getByLabel("Type the name of the server").fill("Ferrets");
      await button.click();
      await annPage.getByRole("link", { name: "Ferrets" }).waitFor({ state: "detached" });
      expect((await web.server.client.get(`/servers/${serverId}`, bob)).status).toBe(404);
    },
  );

  function permission(name: string, state: string) {
    return annPage
      .getByRole("radiogroup", { name, exact: true })
      .getByRole("radio", { name: state, exact: true })
      .check({ force: true });
  }
});
