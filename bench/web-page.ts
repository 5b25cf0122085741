import type { CDPSession, Page } from "playwright-core";
import type { WebBrowser } from "../test/support/browser/web-browser.ts";
import type { SeededPerson } from "./seed.ts";

/** What the process of a server reports about itself. */
export interface Served {
  readonly url: string;
  readonly person: SeededPerson;
  readonly server: string;
  readonly channels: readonly string[];
}

/** The servers to compare, by what they have. */
export type Pages = Readonly<Record<string, Served>>;

/** The work of the page's main thread, in milliseconds of its processor time. */
export interface Work {
  readonly script: number;
  readonly task: number;
}

/** What lives in a page. */
export interface Heap {
  readonly bytes: number;
  readonly nodes: number;
}

/** The longest that a page may take for anything. */
const patienceMs = 10 * 60_000;

/** A page of the client in a browser, with what the browser says of it. */
export class MeasuredPage {
  readonly #served: Served;
  readonly #cdp: CDPSession;
  readonly page: Page;
  /** The bytes of script over the network, compressed, and in how many files. */
  scriptBytes = 0;
  scriptFiles = 0;

  private constructor(served: Served, page: Page, cdp: CDPSession) {
    this.#served = served;
    this.page = page;
    this.#cdp = cdp;
    const scripts = new Set<string>();
    cdp.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (!scripts.has(requestId)) return;
      this.scriptBytes += encodedDataLength;
      this.scriptFiles += 1;
    });
  }

  /** Opens an address, logged in unless it is the login page. */
  static async open(browser: WebBrowser, served: Served, path: string): Promise<MeasuredPage> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
    // A machine with other work to do is slow, and still to be measured.
    page.setDefaultTimeout(patienceMs);
    const { id, token } = served.person;
    const stored = JSON.stringify({ accounts: [{ userId: id, token, sessionId: "", name: "" }], active: id });
    if (path !== "/login")
      await page.addInitScript(`localStorage.setItem("accounts", ${JSON.stringify(stored)})`);
    const cdp = await page.context().newCDPSession(page);
    const opened = new MeasuredPage(served, page, cdp);
    await cdp.send("Network.enable");
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(served.url + path);
    await page.waitForLoadState("networkidle");
    return opened;
  }

  pathOf(channel: number): string {
    return `/server/${this.#served.server}/channel/${this.#served.channels[channel]}`;
  }

  /** The work that something makes. */
  async measure(act: () => Promise<unknown>): Promise<Work> {
    const before = await this.#metrics();
    await act();
    const after = await this.#metrics();
    const since = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
    return { script: since("ScriptDuration"), task: since("TaskDuration") };
  }

  /** The work of everything since the page was opened. */
  async workSoFar(): Promise<Work> {
    const metrics = await this.#metrics();
    const inMs = (name: string) => (metrics.get(name) ?? 0) * 1_000;
    return { script: inMs("ScriptDuration"), task: inMs("TaskDuration") };
  }

  async #metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#cdp.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }

  /** Clicks the channel in the list, and waits until its messages, or its beginning, are painted. */
  async openChannel(channel: number): Promise<void> {
    await this.page.evaluate(`(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const until = async (find) => {
        for (let waited = 0; !find(); waited++) {
          if (waited > 1_200) throw new Error("the channel did not open");
          await frame();
        }
        return find();
      };
      const link = () => document.querySelector('a[href="${this.pathOf(channel)}"]');
      (await until(link)).click();
      await until(() => location.pathname === ${JSON.stringify(this.pathOf(channel))}
        && document.querySelector("main [data-message], main h2"));
      await frame();
      await new Promise((resolve) => requestIdleCallback(resolve));
    })()`);
  }

  /** The live objects of the page. */
  async heap(): Promise<Heap> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#cdp.send("Runtime.getHeapUsage");
    return { bytes: usedSize, nodes: (await this.#metrics()).get("Nodes") ?? 0 };
  }

  /** Scrolls what is at a column by a gesture as of a wheel. Positive distances lead to what is above. */
  async scroll(x: number, distance: number, speed: number): Promise<void> {
    await this.#cdp.send("Input.synthesizeScrollGesture", {
      x,
      y: 400,
      yDistance: distance,
      speed,
      gestureSourceType: "mouse",
    });
  }

  /** Records a trace of what happens. */
  async trace(act: () => Promise<unknown>): Promise<TraceEvent[]> {
    const events: TraceEvent[] = [];
    const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
    this.#cdp.on("Tracing.dataCollected", collect);
    await this.#cdp.send("Tracing.start", {
      traceConfig: {
        includedCategories: [
          "disabled-by-default-devtools.timeline",
          "disabled-by-default-devtools.timeline.frame",
          "__metadata",
        ],
        excludedCategories: ["*"],
      },
    });
    await act();
    const complete = new Promise((resolve) => this.#cdp.once("Tracing.tracingComplete", resolve));
    await this.#cdp.send("Tracing.end");
    await complete;
    this.#cdp.off("Tracing.dataCollected", collect);
    return events;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** See "Trace Event Format" of Chromium; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
  /** Of the thread's processor time. */
  readonly tdur?: number;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: {
    /** Of a thread. */
    readonly name?: string;
    /** What became of a frame. */
    readonly frame_reporter?: {
      readonly state: string;
      readonly affects_smoothness: boolean;
      /** Whether some of what it shows was not drawn yet. */
      readonly has_missing_content: boolean;
    };
  };
}
