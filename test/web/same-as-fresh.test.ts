import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { buildWebClient, openWebTest, storeAccount, type WebTest } from "../support/browser/web-client.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

interface Shown {
  readonly channels: string[];
  readonly members: string[];
  readonly messages: string[];
  readonly title: string;
}

/** Runs in the page. */
const readLists = `(() => {
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\\s+/g, " "));
  return {
    channels: texts("nav a[href*='/channel/']"),
    members: texts("aside li"),
    // Where the line of new messages is, and with it the authors' names, depends on when one came.
    messages: [...document.querySelectorAll("article[data-message]")].map(({ dataset }) => dataset.message),
    title: document.title,
  };
})()`;

/** A page that stays open must show what a newly loaded one shows, whatever happened to its connection. */
describe.if(hasBrowser)("a page that stays open shows what a new one does", () => {
  let web: WebTest;
  let server: TestServer;
  let ann: Person;
  let bob: Person;
  let place: Community;
  /** Channels besides the one that is open: read before, and not. */
  let read: string;
  let unread: string;
  let page: Page;
  let isCut = false;
  let sockets: { close(): unknown }[] = [];
  /** The connections that carry nothing any more, and will never again. */
  let dead = new Set<unknown>();
  /** How each connection began. */
  let beginnings: string[] = [];

  const post = (channel: string, content: string, by = bob) =>
    server.client.post(`/channels/${channel}/messages`, { content }, by);
  const newChannel = async (name: string): Promise<string> =>
    (await server.client.post(`/servers/${place.id}/channels`, { name }, ann)).body._id;
  const field = (at = page) => at.getByRole("textbox", { name: /^Write to/ });
  const path = () => `/server/${place.id}/channel/${place.channel}`;

  beforeAll(async () => {
    web = await openWebTest();
    server = web.server;
  }, 120_000);
  beforeEach(async () => {
    [ann, bob] = [await newUser(server, "Ann"), await newUser(server, "Bob")];
    place = await newCommunity(server, ann);
    await joinCommunity(server, place, bob);
    [read, unread] = [await newChannel("read"), await newChannel("unread")];
    for (const channel of [place.channel, read]) {
      const { body } = await post(channel, "Earlier");
      await server.client.put(`/channels/${channel}/ack/${body._id}`, undefined, ann);
    }
    [isCut, sockets, dead, beginnings] = [false, [], new Set(), []];
  });
  afterEach(() => web.closePages());
  afterAll(async () => {
    await web?.[Symbol.asyncDispose]();
    if (server !== web?.server) await server?.[Symbol.asyncDispose]();
  });

  /** Opens the page of the channel, in which a draft is written. */
  async function openPage(): Promise<void> {
    page = await web.open("/health", { as: ann });
    await load();
  }

  /** The same with connections that the test can cut, and a clock that it can move. */
  async function openPageToCut(): Promise<void> {
    page = await web.open("/health", { fresh: true });
    await page.clock.install();
    await page.routeWebSocket(/./, (socket) => {
      if (isCut) return void socket.close();
      sockets.push(socket);
      const stream = socket.connectToServer();
      stream.onMessage((event) => {
        beginnings.push(...(/^{"type":"(Ready|Resumed)"/.exec(String(event))?.slice(1) ?? []));
        if (!dead.has(socket)) socket.send(event);
      });
      socket.onMessage((event) => dead.has(socket) || stream.send(event));
    });
    await page.evaluate(storeAccount, ann);
    await load();
  }

  async function load(): Promise<void> {
    await page.goto(web.url + path());
    await page.getByText("Earlier").waitFor();
    await field().fill("A draft");
  }

  /** What others and other devices do while the page receives no events. */
  async function change(): Promise<void> {
    const carol = await newUser(server, "Carol");
    await joinCommunity(server, place, carol);
    await post(place.channel, "Missed");
    await post(unread, `For <@${ann.id}>`);
    await server.client.patch(`/servers/${place.id}`, { name: "Another place" }, ann);
    const mutes = JSON.stringify({ channel_mutes: { [read]: {} } });
    await server.client.post("/sync/settings/set", { notifications: mutes }, ann);
    await post(read, "Into a muted channel");
  }

  /** The lists of channels, members and messages, with their marks. */
  const shown = (at: Page): Promise<Shown> => at.evaluate(readLists);

  async function expectAsFresh(): Promise<void> {
    const fresh = await web.open(path(), { as: ann });
    await fresh.getByText("Missed", { exact: true }).waitFor();
    await fresh.getByText("Carol").first().waitFor();
    await until(async () => Bun.deepEquals(await shown(page), await shown(fresh))).catch(() => {});
    expect(await shown(page)).toEqual(await shown(fresh));
    const { channels, members, messages } = await shown(page);
    // Something is there to compare.
    expect(channels.filter((text) => text?.includes("mention"))).toHaveLength(1);
    expect(channels.find((text) => text?.startsWith("read"))).toBe("read");
    expect(members.join()).toContain("Carol");
    expect(messages.length).toBe(2);
    expect(await field().inputValue()).toBe("A draft");
  }

  test("after a reconnection", async () => {
    await openPageToCut();
    isCut = true;
    for (const socket of sockets) socket.close();
    await page.getByText("No connection.").waitFor();
    await change();
    isCut = false;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expectAsFresh();
    expect(beginnings).toEqual(["Ready", "Resumed"]);
  });

  thoroughTest("after an hour of sleep, in which the connection died without a word", async () => {
    await openPageToCut();
    dead = new Set(sockets);
    await change();
    await page.clock.fastForward("01:00:00");
    await page.clock.fastForward("00:15");
    await expectAsFresh();
  });

  thoroughTest("after a switch to another account and back, which finishes what waited", async () => {
    await openPage();
    const { body: own } = await post(place.channel, "To be deleted", ann);
    await page.getByText("To be deleted").hover();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("To be deleted").waitFor({ state: "detached" });
    // As another tab of the browser does it.
    const activate = ({ id }: Person) => {
      const accounts = [ann, bob].map((person) => ({ ...person, userId: person.id, name: "" }));
      const value = JSON.stringify(JSON.stringify({ accounts, active: id }));
      return page.evaluate(`localStorage.setItem("accounts", ${value});
        dispatchEvent(new StorageEvent("storage", { key: "accounts" }))`);
    };
    await activate(bob);
    const message = () => server.client.get(`/channels/${place.channel}/messages/${own._id}`, ann);
    await until(async () => (await message()).status === 404);
    await until(async () => (await field().inputValue()) === "");
    await change();
    await activate(ann);
    await until(async () => (await field().inputValue()) === "A draft");
    await expectAsFresh();
  });

  thoroughTest("in a second tab, which changes what the first one shows", async () => {
    await openPage();
    const other = await page.context().newPage();
    await other.goto(`${web.url}/server/${place.id}/channel/${unread}`);
    await change();
    await other.getByText("For @Ann").first().waitFor();
    await other.goto(web.url + path());
    await other.getByText("Missed", { exact: true }).waitFor();
    await post(unread, `Again for <@${ann.id}>`);
    await expectAsFresh();
    await until(async () => Bun.deepEquals(await shown(other), await shown(page)));
  });

  // The last one: the others share the server.
  thoroughTest("after a restart of the server", async () => {
    await openPage();
    await change();
    await page.getByText("Missed", { exact: true }).waitFor();
    await server.stop();
    await page.getByText("No connection.").waitFor();
    const { port } = new URL(web.url);
    const ownClient = { build: await buildWebClient() };
    server = await openServer("sqlite", { ownClient, home: web.server.home, config: { port: Number(port) } });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText("No connection.").waitFor({ state: "detached" });
    await post(unread, "After the restart");
    await expectAsFresh();
  });
});
