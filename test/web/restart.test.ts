import { afterAll, beforeAll, expect, test } from "bun:test";
import { newHome, type TestHome } from "../support/engines.ts";
import { freePorts } from "../support/free-ports.ts";
import { newUser, type Person } from "../support/people.ts";
import { type ServerProcess, startProcess } from "../support/server-process.ts";
import { until } from "../support/until.ts";
import { hasBrowser, type Page, WebBrowser } from "../support/web-browser.ts";
import { buildWebClient, storeAccount } from "../support/web-client.ts";

let home: TestHome;
let server: ServerProcess | undefined;
let browser: WebBrowser | undefined;
let variables: Record<string, string>;
let ann: Person;
let bob: Person;
let channel: string;
let path: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  await buildWebClient();
  home = await newHome("sqlite");
  const [port] = await freePorts(1);
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
  const invite = await server.client.post(`/channels/${channel}/invites`, {}, ann);
  await server.client.post(`/invites/${invite.body._id}`, {}, bob);
  browser = await WebBrowser.launch();
}, 120_000);

afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  home?.remove();
});

const field = (page: Page) => page.getByRole("textbox", { name: /^Write to/ });

test.if(hasBrowser)(
  "a page heals after kill -9, and misses nothing",
  async () => {
    if (!server || !browser) throw new Error("nothing was started");
    const { url } = server;
    const errors: string[] = [];
    const page = await browser.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.addInitScript(storeAccount, ann);
    await page.goto(url + path);
    await server.client.post(`/channels/${channel}/messages`, { content: "before" }, bob);
    await page.getByText("before", { exact: true }).waitFor();

    server.kill("SIGKILL");
    await server.exited;
    await page.getByText("No connection.").waitFor();
    await field(page).fill("written without a server");
    await field(page).press("Enter");
    await page.getByText("written without a server").waitFor();
    // Typing tells the others, which cannot be done now, and must not fail.
    await field(page).pressSequentially("a draft");

    server = await startProcess(home, variables);
    // The page may not be connected yet: it has to fetch what it has not heard.
    await server.client.post(`/channels/${channel}/messages`, { content: "meanwhile" }, bob);
    await page.getByText("meanwhile", { exact: true }).waitFor();
    await page.getByText("No connection.").waitFor({ state: "detached" });
    expect(await field(page).inputValue()).toBe("a draft");

    const contents = async () => {
      const { body } = await (server as ServerProcess).client.get(
        `/channels/${channel}/messages?sort=Oldest`,
        bob,
      );
      return (body as { content?: string }[]).flatMap(({ content }) => content ?? []);
    };
    await until(async () => (await contents()).includes("written without a server"));
    await server.client.post(`/channels/${channel}/messages`, { content: "after" }, bob);
    await page.getByText("after", { exact: true }).waitFor();
    expect((await contents()).toSorted()).toEqual([
      "after",
      "before",
      "meanwhile",
      "written without a server",
    ]);
    expect(await page.getByText("written without a server").count()).toBe(1);
    expect(errors).toEqual([]);
  },
  60_000,
);
