import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Person } from "../accounts/people.ts";
import { findChromium } from "../install/chromium-program.ts";
import type { TestServer } from "../server/server.ts";
import { requestJoin } from "../voice/voice-client.ts";
import { microphoneSound } from "./microphone-sound.ts";

export const chromiumProgram = findChromium();
if (!chromiumProgram) {
  if (process.env.CI) throw new Error("Chromium is needed and could not be installed");
  console.log("skipped: calls in a browser, as Chromium is not on this machine and could not be installed");
}

const scripts: Record<string, string> = {
  "/page.js": join(import.meta.dir, "../voice/voice-page.js"),
  "/livekit-client.js": Bun.resolveSync("livekit-client", import.meta.dir),
};

/** For a browser that makes calls. */
export const callFlags = () => [
  // Microphones, two cameras with few frames, as encoding them takes time, and a screen to share, all without a dialogue.
  "--use-fake-device-for-media-stream=device-count=2,fps=5",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${microphoneSound()}`,
  "--autoplay-policy=no-user-gesture-required",
  "--allow-loopback-in-peer-connection",
];

/** A headless browser with a page for each participant of a call. */
export class CallBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #pages: Bun.Server<undefined>;

  private constructor(browser: Browser) {
    this.#browser = browser;
    this.#pages = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch({ url }) {
        const script = scripts[new URL(url).pathname];
        if (script) return new Response(Bun.file(script), { headers: { "content-type": "text/javascript" } });
        return new Response('<!doctype html><script type="module" src="/page.js"></script>', {
          headers: { "content-type": "text/html" },
        });
      },
    });
  }

  static async launch(): Promise<CallBrowser> {
    if (!chromiumProgram) throw new Error("there is no Chromium on this machine");
    const { path: executablePath, env } = chromiumProgram;
    return new CallBrowser(
      await chromium.launch({
        executablePath,
        args: ["--no-sandbox", ...callFlags()],
        env: { ...process.env, ...env },
      }),
    );
  }

  /** Opens a page and joins the call of a channel in it. */
  async join(
    server: Pick<TestServer, "client">,
    request: { by: Pick<Person, "token">; channel: string },
  ): Promise<BrowserClient> {
    const page = await this.#browser.newPage();
    await page.goto(this.#pages.url.href);
    const { url, token } = await requestJoin(server, request);
    const client = new BrowserClient(page);
    await client.call("join", url, token);
    return client;
  }

  async [Symbol.asyncDispose]() {
    await this.#browser.close();
    await this.#pages.stop(true);
  }
}

/** A user in a call, in a page of a browser. */
export class BrowserClient {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  /** Calls a function of the page (see voice-page.js). */
  async call<T = unknown>(name: string, ...args: readonly (string | number)[]): Promise<T> {
    return await this.#page.evaluate(`participant.${name}(...${JSON.stringify(args)})`);
  }

  async leave(): Promise<void> {
    await this.call("leave");
    await this.#page.close();
  }
}
