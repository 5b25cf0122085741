import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { hasBrowser, type Page, type WebBrowser } from "../support/browser/web-browser.ts";
import { buildWebClient, shareBrowser, storeAccount } from "../support/browser/web-client.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { newHome, type TestHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

let home: TestHome;
let server: ServerProcess | undefined;
let browser: WebBrowser | undefined;
const pages: Page[] = [];
let variables: Record<string, string>;
let ann: Person;
let bob: Person;
let channel: string;
let otherChannel: string;
let path: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  await buildWebClient();
  home = await newHome("sqlite");
  const [port] = freePorts(1);
  variables = {
    ERMINE_WEB_ENABLED: "true",
    ERMINE_PORT: String(port),
  };
  server = await startProcess(home, variables);
  ann = await newUser(server, "Ann");
  bob = await newUser(server, "Bob");
  const created = await server.client.post("/servers/create", { name: "Ferrets" }, ann);
  channel = created.body.channels[0]._id;
  path = `/server/${created.body.server._id}/channel/${channel}`;
  const other = await server.client.post(
    `/servers/${created.body.server._id}/channels`,
    { name: "other" },
    ann,
  );
  otherChannel = other.body._id;
  const invite = await server.client.post(`/channels/${channel}/invites`, {}, ann);
  await server.client.post(`/invites/${invite.body._id}`, {}, bob);
  browser = await shareBrowser();
}, 120_000);

afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  home?.remove();
});

const field = (page: Page) => page.getByRole("textbox", { name: /^Write to/ });

test.if(hasBrowser)(
  "a page heals after kill -9 with a message on its way, and misses nothing",
  async () => {
    if (!server || !browser) throw new Error("nothing was started");
    const { url } = server;
    const errors: string[] = [];
    const page = await browser.newPage({ serviceWorkers: "block" });
    pages.push(page);
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.addInitScript(storeAccount, ann);
    let isDeaf = false;
    let isCutOff = false;
    await page.routeWebSocket(/./, (socket) => {
      if (isCutOff) return void socket.close();
      const stream = socket.connectToServer();
      stream.onMessage((event) => isDeaf || socket.send(event));
    });
    await page.goto(url + path);
    await post("before");
    await page.getByText("before", { exact: true }).waitFor();

    // The server accepts the message and is killed before the page learns of it, by the reply or by the event.
    isDeaf = true;
    const taken = Promise.withResolvers<void>();
    const attempts: string[] = [];
    await page.route(/\/messages\??$/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      attempts.push(route.request().postDataJSON().nonce);
      if (attempts.length > 1) return route.continue();
      await route.fetch();
      server?.kill("SIGKILL");
      await server?.exited;
      await route.abort();
      taken.resolve();
    });
    await field(page).fill("on its way");
    await field(page).press("Enter");
    await taken.promise;
    await page.getByText("No connection.").waitFor();
    await field(page).fill("written without a server");
    await field(page).press("Enter");
    await page.getByText("written without a server").waitFor();
    // Typing is announced to the others, which is impossible now, and must not fail.
    await field(page).pressSequentially("a draft");

    isDeaf = false;
    isCutOff = true;
    server = await startProcess(home, variables);
    await post("meanwhile");
    await post("elsewhere", otherChannel);
    const other = page.getByRole("link", { name: "other" });
    expect(await other.textContent()).not.toContain("unread");
    isCutOff = false;
    await page.evaluate("dispatchEvent(new Event('online'))");

    await page.getByText("No connection.").waitFor({ state: "detached" });
    await page.getByText("meanwhile", { exact: true }).waitFor();
    await other.getByText("unread").waitFor();
    expect(await field(page).inputValue()).toBe("a draft");

    await until(async () => (await contents()).includes("written without a server"));
    await post("after");
    await page.getByText("after", { exact: true }).waitFor();
    const sent = await contents();
    expect(sent.toSorted()).toEqual([
      "after",
      "before",
      "meanwhile",
      "on its way",
      "written without a server",
    ]);
    expect(sent.slice(0, 2)).toEqual(["before", "on its way"]);
    await until(async () => Bun.deepEquals(await shown(page), sent));
    expect(attempts.filter((nonce) => nonce === attempts[0]).length).toBeGreaterThan(1);
    expect(errors).toEqual([]);
  },
  60_000,
);

test.if(isThorough && hasBrowser)(
  "a page that is opened without the server says so, and becomes the channel when it is back",
  async () => {
    if (!server || !browser) throw new Error("nothing was started");
    const { url } = server;
    const page = await browser.newPage();
    pages.push(page);
    await page.addInitScript(storeAccount, ann);
    await post("still there");
    await page.goto(url + path);
    await until(() => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"));
    // Loaded through the service worker, which keeps what it has passed on.
    await page.reload();
    await page.getByText("still there").waitFor();

    server.kill("SIGKILL");
    await server.exited;
    await page.reload();
    await page.getByRole("heading", { name: "No connection to the server" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    server = await startProcess(home, variables);
    await page.getByText("still there").waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  },
  60_000,
);

async function post(content: string, to = channel): Promise<void> {
  await (server as ServerProcess).client.post(`/channels/${to}/messages`, { content }, bob);
}

/** What the server has, the oldest first. */
async function contents(): Promise<string[]> {
  const messages = `/channels/${channel}/messages?sort=Oldest`;
  const { body } = await (server as ServerProcess).client.get(messages, bob);
  return (body as { content?: string }[]).flatMap(({ content }) => content ?? []);
}

/** What the page shows of the people's messages, from top to bottom. */
const shown = (page: Page) => page.getByRole("article").locator("p").allTextContents();
