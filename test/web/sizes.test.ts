import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { newEmail, newUser, password } from "../support/accounts/people.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { until } from "../support/until.ts";

/** In bytes, as they come over the wire; docs/web-client.md promises the same. */
const untilLogin = 200_000;
const untilChannel = 300_000;
const filesUntilChannel = 20;

describe.if(hasBrowser)("a first visit", () => {
  let web: WebTest;
  beforeAll(async () => {
    web = await openWebTest();
  }, 120_000);
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  /** Counts what a page asks for. */
  async function openCounted(path: string) {
    const scripts = new Set<string>();
    const foreign = new Set<string>();
    const page = await web.open("/nothing.txt");
    page.context().on("request", (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (!["127.0.0.1", "localhost"].includes(hostname)) foreign.add(request.url());
      if (pathname.endsWith(".js")) scripts.add(pathname);
    });
    await page.goto(`${web.url}${path}`);
    /** Of all scripts so far, in the encoding that every browser prefers. */
    const bytes = async () => {
      await page.waitForLoadState("networkidle");
      let sum = 0;
      for (const script of scripts) sum += await sizeOf(script);
      return sum;
    };
    return { page, bytes, scripts, foreign };
  }

  async function sizeOf(path: string): Promise<number> {
    const headers = { "accept-encoding": "br" };
    const response = await fetch(`${web.url}${path}`, { headers, decompress: false });
    return (await response.arrayBuffer()).byteLength;
  }

  async function logIn(page: Page, email: string): Promise<void> {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  }

  test("needs little script until the login, and until the first channel", async () => {
    const ann = await newUser(web.server, "Ann");
    await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
    const { page, bytes, scripts, foreign } = await openCounted("/");
    await page.getByRole("button", { name: "Log in" }).waitFor();
    const login = await bytes();
    expect(login).toBeGreaterThan(10_000);
    expect(login).toBeLessThanOrEqual(untilLogin);

    await logIn(page, ann.email);
    await page.getByRole("link", { name: "Ferrets" }).click();
    await page.getByRole("textbox", { name: /^Write to/ }).waitFor();
    const channel = await bytes();
    console.log(
      `script: ${login} bytes until the login, ${channel} in ${scripts.size} files until the first channel`,
    );
    expect(channel).toBeGreaterThan(login);
    expect(channel).toBeLessThanOrEqual(untilChannel);
    expect(scripts.size).toBeLessThanOrEqual(filesUntilChannel);
    expect([...foreign]).toEqual([]);
  });

  test("with a registration asks nobody but this server", async () => {
    const { page, foreign } = await openCounted("/register");
    await page.getByLabel("E-mail address").fill(newEmail());
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Username").fill("Newcomer");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Add a server" }).waitFor();
    expect([...foreign]).toEqual([]);
  });

  thoroughTest("leaves a page that opens without a network, and says that there is none", async () => {
    const page = await web.open("/login", { serviceWorkers: "allow" });
    await page.getByRole("button", { name: "Log in" }).waitFor();
    // The worker keeps what the page has loaded before it ran.
    const isKept = `caches.keys().then(async ([name]) => {
      const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname) : [];
      const scripts = [...document.scripts].map(({ src }) => new URL(src).pathname);
      return kept.includes("/index.html") && scripts.every((path) => kept.includes(path));
    })`;
    await until(() => page.evaluate<boolean>(isKept));
    // Nothing is kept that the page had not asked for.
    const unasked = await page.evaluate<string[]>(`caches.keys().then(async ([name]) => {
      const asked = performance.getEntriesByType("resource").map(({ name }) => name);
      const kept = (await (await caches.open(name)).keys()).map(({ url }) => url);
      return kept.filter((url) => url.includes("/assets/") && !asked.includes(url));
    })`);
    expect(unasked).toEqual([]);
    await page.context().setOffline(true);
    await page.goto(`${web.url}/friends`);
    await page.getByText("No connection to the server").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Log in" }).waitFor();
  });

  test("can be installed", async () => {
    const read = async (path: string) => fetch(`${web.url}${path}`);
    const manifest = await read("/manifest.webmanifest");
    expect(manifest.headers.get("content-type")).toStartWith("application/manifest+json");
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string }[] };
    expect(icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512", "512x512"]);
    for (const { src, type } of [...icons, { src: "/apple-touch-icon.png", type: "image/png" }]) {
      const icon = await read(src);
      expect(icon.status).toBe(200);
      expect(icon.headers.get("content-type")).toStartWith(type);
    }
    const { width, height } = await sharp(await (await read("/icon-512.png")).arrayBuffer()).metadata();
    expect([width, height]).toEqual([512, 512]);
  });
});
