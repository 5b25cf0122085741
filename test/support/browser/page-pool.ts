import type { Disposable } from "playwright-core";
import type { Page, WebBrowser } from "./web-browser.ts";

export interface PageOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
  /** Blocked unless a test needs one: every page would start one, and it could answer from its cache. */
  readonly serviceWorkers?: "allow";
  /** With a clock that the test moves. Pages keep it, so that it is only set to the right time again. */
  readonly clock?: boolean;
  /** For tests that change the page in a way that cannot be undone, as its sockets. */
  readonly fresh?: boolean;
}

interface PooledPage {
  readonly page: Page;
  /** What cannot be changed any more; undefined for a page that is used once. */
  readonly kind: string | undefined;
  /** Scripts that run in the page before its own. */
  readonly initScripts: Disposable[];
  installClock(): Promise<void>;
}

const usualSize = { width: 1280, height: 720 };
const observed = ["console", "dialog", "pageerror", "request", "requestfailed", "response"] as const;

/**
 * The pages of an origin. They are used again by other tests, because a process that has run the client before loads it
 * in a third of the time. Each has a context, and so cookies and storage, of its own.
 */
export class PagePool {
  readonly #browser: WebBrowser;
  readonly #origin: string;
  /** Of the same origin, as another one, or none, would be given another process. */
  readonly #blank: string;
  readonly #idle: PooledPage[] = [];
  #used: PooledPage[] = [];

  constructor(browser: WebBrowser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
    this.#blank = `${origin}/health`;
  }

  /** A blank page of the origin with nothing stored. */
  async take({
    viewport = usualSize,
    colorScheme = "light",
    clock = false,
    fresh = false,
    ...context
  }: PageOptions): Promise<Page> {
    const kind = fresh || context.serviceWorkers === "allow" ? undefined : JSON.stringify([clock, context]);
    const at = this.#idle.findIndex((idle) => kind !== undefined && idle.kind === kind);
    const [found] = at === -1 ? [] : this.#idle.splice(at, 1);
    const pooled = found ?? (await this.#open(kind, context));
    if (clock) await pooled.installClock();
    const { page } = pooled;
    this.#used.push(pooled);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, forcedColors: null });
    // Where the last test left it, it could point at something.
    await page.mouse.move(0, 0);
    return page;
  }

  async #open(kind: string | undefined, context: Omit<PageOptions, "clock" | "fresh">): Promise<PooledPage> {
    const page = await this.#browser.newPage({ serviceWorkers: "block", ...context });
    await page.goto(this.#blank);
    const installClock = page.clock.install.bind(page.clock);
    if (kind !== undefined) refuseLastingChanges(page);
    const initScripts: Disposable[] = [];
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = async (...args) => {
      const added = await addInitScript(...args);
      initScripts.push(added);
      return added;
    };
    return { page, kind, initScripts, installClock };
  }

  /** Ends what all pages but one do, and forgets what they have stored. */
  async release(kept?: Page): Promise<void> {
    const used = this.#used.filter(({ page }) => page !== kept);
    this.#used = this.#used.filter(({ page }) => page === kept);
    await Promise.all(used.map((pooled) => this.#reset(pooled)));
  }

  async #reset(pooled: PooledPage): Promise<void> {
    const { page, kind, initScripts } = pooled;
    if (page.isClosed()) return;
    const context = page.context();
    if (kind === undefined) return await context.close();
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    for (const event of observed) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const script of initScripts.splice(0)) await script.dispose();
    await page.goto(this.#blank);
    // The page itself keeps copies of these.
    await page.evaluate("localStorage.clear(); sessionStorage.clear()");
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes: "all" });
    await session.send("Page.resetNavigationHistory");
    await session.detach();
    this.#idle.push(pooled);
  }
}

/** What would last beyond the test fails instead. */
function refuseLastingChanges(page: Page): void {
  const refuse = () => {
    throw new Error("This changes the page for good: open it with `fresh` or `clock`");
  };
  Object.assign(page, { routeWebSocket: refuse, exposeFunction: refuse });
  Object.assign(page.clock, { install: refuse, setFixedTime: refuse });
  Object.assign(page.context(), { addInitScript: refuse, grantPermissions: refuse, setOffline: refuse });
}
