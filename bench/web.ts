import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebBrowser } from "../test/support/browser/web-browser.ts";
import { buildWebClient } from "../test/support/browser/web-client.ts";
import { spawnChild } from "./child-process.ts";
import { selectParts } from "./select-parts.ts";
import { median, printTable } from "./table.ts";
import { benchHeap, benchHeapFor } from "./web-memory.ts";
import { MeasuredPage, type Pages, type Served, type Work } from "./web-page.ts";
import { benchScrolling } from "./web-scrolling.ts";

const rounds = 5;

/**
 * Measures the web client in a real browser: on a server of 10,000 members and 200 channels, one of which has 100,000
 * messages, and on one without data. Times are the processor time of the page's main thread, so that other work on the
 * machine does not count. `web:hour`, or another time as in `web:10min`, watches the memory for as long, and runs only
 * when it is asked for.
 */
export async function benchWeb(part?: string): Promise<void> {
  const minutes = part === "hour" ? 60 : Number(/^(\d+)min$/.exec(part ?? "")?.[1] ?? 0);
  const chosen = minutes > 0 ? [] : selectParts("web", parts, part);
  const build = await buildWebClient();
  await using open = new AsyncDisposableStack();
  const browser = open.use(await WebBrowser.launch());
  const full = await serve(open, { build, people: 10_000, channels: 200, messages: 100_000 });
  const empty = await serve(open, { build, people: 2, channels: 3, messages: 0 });
  const pages = { "200 channels, 100,000 messages": full, "no data": empty };
  if (minutes > 0) await benchHeapFor(browser, full, minutes);
  for (const [, bench] of chosen) await bench(browser, full, pages);
}

const parts: Record<string, (browser: WebBrowser, full: Served, pages: Pages) => Promise<void>> = {
  script: (browser, full) => benchScript(browser, full),
  opening: (browser, _, pages) => benchOpening(browser, pages),
  scrolling: (browser, _, pages) => benchScrolling(browser, pages),
  heap: (browser, full) => benchHeap(browser, full),
};

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
    rows.push({
      page: path === "/login" ? "login" : "first channel",
      "compressed script kB": kilobytes,
      files: opened.scriptFiles,
    });
    await opened.close();
  }
  printTable("First visit (at most 200 kB to the login, 300 kB in 20 files to the first channel)", rows);
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
