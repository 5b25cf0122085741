import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "../install/chromium-program.ts";
import { patienceMs } from "../until.ts";
import { testFonts } from "./font-configuration.ts";

const program = findChromium();
if (!program) {
  if (process.env.CI) throw new Error("Chromium is needed and could not be installed");
  console.log("skipped: the web client, as Chromium is not on this machine and could not be installed");
}
export const hasBrowser = program !== undefined;

export interface BrowserOptions {
  readonly flags?: readonly string[] | undefined;
  /** Those that the tests bring, unless it says otherwise. */
  readonly fonts?: "test" | "machine" | undefined;
}

/** A headless browser. Every person has a context, and so cookies and storage, of their own. */
export class WebBrowser implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch({ flags = [], fonts = "test" }: BrowserOptions = {}): Promise<WebBrowser> {
    if (!program) throw new Error("there is no Chromium on this machine");
    const browser = await chromium.launch({
      executablePath: program.path,
      // No test needs the emulation of a graphics card, which takes time.
      args: [
        "--no-sandbox",
        "--force-color-profile=srgb",
        "--disable-gpu",
        "--disable-software-rasterizer",
        ...flags,
      ],
      env: { ...process.env, ...program.env, ...(fonts === "test" && testFonts()) },
    });
    return new WebBrowser(browser);
  }

  /** A page of a new person, who has nothing stored yet. */
  async newPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: "en-GB",
      timezoneId: "UTC",
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(patienceMs);
    return await context.newPage();
  }

  async [Symbol.asyncDispose]() {
    await this.#browser.close();
  }
}

export type { BrowserContext, Locator, Page };
