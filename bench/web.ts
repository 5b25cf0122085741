import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebBrowser } from "../test/support/web-browser.ts";
import { buildWebClient } from "../test/support/web-client.ts";
import { spawnChild } from "./child-process.ts";
import { median, printTable } from "./table.ts";
import { MeasuredPage, type Served, type TraceEvent, type Work } from "./web-page.ts";

const rounds = 5;
const switches = [1, 50, 100, 200, 400];
/** The channels that the heap is measured with; each has messages. */
const visited = 40;
/** Pixels, and pixels per second: about two thousand messages, two screens in a second. */
const [distance, gestures, speed] = [8_000, 10, 2_000];

/**
 * Measures the web client in a real browser: on a server of 10,000 members and 200 channels, one of which has 100,000
 * messages, and on one without data. Times are the processor time of the page's main thread, so that other work on the
 * machine does not count.
 */
export async function benchWeb(part?: string): Promise<void> {
  const build = await buildWebClient();
  await using open = new AsyncDisposableStack();
  const browser = open.use(await WebBrowser.launch());
  const full = await serve(open, { build, people: 10_000, channels: 200, messages: 100_000 });
  const empty = await serve(open, { build, people: 2, channels: 3, messages: 0 });
  const pages = { "200 channels, 100,000 messages": full, "no data": empty };
  const parts: Record<string, () => Promise<void>> = {
    script: () => benchScript(browser, full),
    opening: () => benchOpening(browser, pages),
    scrolling: () => benchScrolling(browser, pages),
    heap: () => benchHeap(browser, full),
  };
  for (const [name, bench] of Object.entries(parts)) if (part === undefined || part === name) await bench();
}

type Pages = Readonly<Record<string, Served>>;

async function serve(open: AsyncDisposableStack, options: object): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const { first, child } = await spawnChild<Served>("web-server.ts", { ...options, folder });
  open.defer(async () => {
    child.send({ order: "stop" });
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  return first;
}

async function benchScript(browser: WebBrowser, served: Served): Promise<void> {
  const rows = [];
  for (const path of ["/login", `/server/${served.server}/channel/${served.channels[0]}`]) {
    const opened = await MeasuredPage.open(browser, served, path);
    const kilobytes = (opened.scriptBytes / 1_000).toFixed(1);
    rows.push({ page: path === "/login" ? "login" : "first channel", "compressed script kB": kilobytes });
    await opened.close();
  }
  printTable("First visit (at most 200 to the login, 350 to the first channel)", rows);
}

async function benchOpening(browser: WebBrowser, pages: Pages): Promise<void> {
  const works = new Map<string, Work[]>();
  const note = (what: string, work: Work) => works.set(what, [...(works.get(what) ?? []), work]);
  for (let round = 0; round < rounds; round++)
    for (const [name, served] of Object.entries(pages)) {
      const start = `/server/${served.server}/channel/${served.channels[2]}`;
      const opened = await MeasuredPage.open(browser, served, start);
      note(`${name}: load the page`, await opened.workSoFar());
      note(`${name}: open the channel`, await opened.measure(() => opened.openChannel(0)));
      note(`${name}: open another`, await opened.measure(() => opened.openChannel(1)));
      note(`${name}: switch back`, await opened.measure(() => opened.openChannel(0)));
      await opened.close();
    }
  printTable(
    `Work to show a channel, ms of processor time, median of ${rounds} rounds in turns (script under 100)`,
    [...works].map(([what, all]) => ({
      what,
      script: median(all.map(({ script }) => script)).toFixed(1),
      "all of the main thread": median(all.map(({ task }) => task)).toFixed(1),
    })),
  );
}

async function benchScrolling(browser: WebBrowser, pages: Pages): Promise<void> {
  const rows = [];
  for (const [name, served] of Object.entries(pages)) {
    const opened = await MeasuredPage.open(
      browser,
      served,
      `/server/${served.server}/channel/${served.channels[0]}`,
    );
    await opened.page.locator("main [data-message], main h2").first().waitFor();
    const events = await opened.trace(async () => {
      for (let gesture = 0; gesture < gestures; gesture++) await opened.scroll(distance, speed);
    });
    rows.push({ page: name, ...framesIn(events) });
    await opened.close();
  }
  printTable(
    `Scrolling up by ${distance * gestures} px at ${speed} px/s: a trace of the main thread and of the frames`,
    rows,
  );
}

/** Chromium says of each frame what became of it; what other processes take from it counts as well. */
function framesIn(events: readonly TraceEvent[]) {
  const frames = events.flatMap(({ name, ph, args }) =>
    name === "PipelineReporter" && ph === "b" && args?.frame_reporter ? [args.frame_reporter] : [],
  );
  const dropped = frames.filter((frame) => frame.state === "STATE_DROPPED" && frame.affects_smoothness);
  const tasks = events.filter(({ name }) => name === "RunTask").map(({ tdur = 0 }) => tdur / 1_000);
  return {
    frames: frames.length,
    dropped: dropped.length,
    "longest task, ms of processor time": Math.max(0, ...tasks).toFixed(1),
    "tasks longer than a frame": tasks.filter((ms) => ms > 1_000 / 60).length,
  };
}

async function benchHeap(browser: WebBrowser, served: Served): Promise<void> {
  const opened = await MeasuredPage.open(
    browser,
    served,
    `/server/${served.server}/channel/${served.channels[0]}`,
  );
  const rows = [];
  for (let done = 1; done <= Math.max(...switches); done++) {
    await opened.openChannel(1 + (done % visited));
    if (switches.includes(done))
      rows.push({ switches: done, "heap MB": ((await opened.heap()) / 1_000_000).toFixed(1) });
  }
  await opened.close();
  printTable(`Live objects of the page after switching through ${visited} channels`, rows);
}
