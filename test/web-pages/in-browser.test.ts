import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newFolder } from "../support/browser/client-folder.ts";
import { hasBrowser, type WebBrowser } from "../support/browser/web-browser.ts";
import { shareBrowser } from "../support/browser/web-client.ts";
import { usually } from "../support/run/is-thorough.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

/** Does what every web client does first, then what only injected content would do. */
const script = `
const violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violations.push(effectiveDirective));
const root = await (await fetch("/api/")).json();
await new Promise((resolve, reject) => {
  const socket = new WebSocket(root.ws);
  socket.onopen = resolve;
  socket.onerror = reject;
});
await fetch(root.features.autumn.url);
await new Promise((resolve) => {
  const image = new Image();
  image.onload = image.onerror = resolve;
  image.src = URL.createObjectURL(new Blob(["<svg xmlns='http://www.w3.org/2000/svg'/>"], { type: "image/svg+xml" }));
});
const allowed = [...violations];
const element = document.createElement("div");
element.innerHTML = "<img src=x onerror='globalThis.injected = true'><p style='color: red'>x</p>";
document.body.append(element);
const inline = document.createElement("script");
inline.textContent = "globalThis.injected = true";
document.body.append(inline);
await fetch("http://192.0.2.1/").catch(() => {});
// The handler of the picture is refused when the picture has failed.
while (!violations.includes("script-src-attr")) await new Promise((resolve) => setTimeout(resolve, 5));
globalThis.result = { allowed, refused: [...new Set(violations)].sort(), injected: globalThis.injected ?? false };
`;

describe.skipIf(!hasBrowser)("in a browser", () => {
  let browser: WebBrowser;
  let server: TestServer;
  beforeAll(async () => {
    browser = await shareBrowser();
  });

  test("the web client reaches its server under its policy, and nothing else", async () => {
    using folder = newFolder({
      "index.html": '<!doctype html><body><script type="module" src="/assets/index-AbCdEf12.js"></script>',
      "assets/index-AbCdEf12.js": script,
    });
    await using clientServer = await openServer("sqlite", { ownClient: { build: folder.path } });
    const page = await browser.newPage();
    // By another name than the public one, as when the operator opens the address of the machine.
    await page.goto(`${clientServer.url}/server/01A`);
    await until(() => page.evaluate("globalThis.result"));
    expect(await page.evaluate("globalThis.result")).toEqual({
      allowed: [],
      refused: ["connect-src", "script-src-attr", "script-src-elem", "style-src-attr"],
      injected: false,
    });
    await page.context().close();
  });

  describe("the plain pages", () => {
    const paths = ["/", "/login/verify/x", "/login/reset/x", "/login/undo/x", "/delete/x", "/invite/unknown"];
    beforeAll(async () => {
      server = await openServer("sqlite");
      const { owner, channel, id } = await newCommunity(server);
      const { token } = owner;
      await server.client.patch(`/servers/${id}`, { name: "W".repeat(32) }, { token });
      const { body } = await server.client.post(`/channels/${channel}/invites`, {}, { token });
      paths.push(`/invite/${body._id}`);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    test.each(usually([320, 360, 1440]))(
      "fit into %d px, in both schemes, and load nothing that is refused",
      async (width) => {
        const page = await browser.newPage({ viewport: { width, height: 800 } });
        const problems: string[] = [];
        page.on("console", (message) => {
          if (!message.text().includes("the server responded with a status of"))
            problems.push(message.text());
        });
        for (const path of paths) {
          await page.goto(server.url + path);
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(width);
            const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
            expect(ground).toBe(colorScheme === "light" ? "rgb(251, 250, 248)" : "rgb(23, 20, 18)");
          }
        }
        expect(problems).toEqual([]);
        await page.context().close();
      },
    );

    test("do their work by keyboard, with script off", async () => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(`${server.url}/login/reset/${"x".repeat(32)}`);
      await page.keyboard.press("Tab");
      await page.keyboard.type("a good password 1");
      await page.keyboard.press("Tab");
      await page.keyboard.type("a good password 1");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toContain("This link does not work");
      expect(await page.getByLabel("New password").inputValue()).toBe("");
      await page.context().close();
    });
  });
});
