import type { WebBrowser } from "../test/support/browser/web-browser.ts";
import { printTable } from "./table.ts";
import { MeasuredPage, type Pages, type TraceEvent } from "./web-page.ts";

/** Pixels, and pixels per second: about two thousand messages, two screens in a second. */
const [distance, gestures, speed] = [8_000, 10, 2_000];
/** Where the lists are on the page. */
const lists = { messages: { x: 700, direction: 1 }, members: { x: 1_350, direction: -1 } };

/**
 * Scrolls through the messages, and through the members. The same on a server without data shows what the page costs by
 * itself, and a page of as much text without any script what the browser and the machine need for scrolling.
 */
export async function benchScrolling(browser: WebBrowser, pages: Pages): Promise<void> {
  const rows = [];
  for (const [name, served] of Object.entries(pages)) {
    const path = `/server/${served.server}/channel/${served.channels[0]}`;
    const opened = await MeasuredPage.open(browser, served, path);
    await opened.page.locator("main [data-message], main h2").first().waitFor();
    await opened.page.locator("aside [data-person]").first().waitFor();
    for (const [list, place] of Object.entries(lists))
      rows.push({ page: `${name}: ${list}`, ...(await scrollIn(opened, place)) });
    if (rows.length === Object.keys(lists).length) {
      await opened.page.setContent(plainPage);
      await opened.page.evaluate("scrollTo(0, document.body.scrollHeight)");
      rows.push({ page: "text without script", ...(await scrollIn(opened, lists.messages)) });
    }
    await opened.close();
  }
  printTable(
    `Scrolling by ${distance * gestures} px at ${speed} px/s: a trace of the main thread and of the frames`,
    rows,
  );
}

const plainPage = `<main>${"<article><h3>Somebody</h3><p>Some words of a message.</p></article>".repeat(1_500)}</main>`;

async function scrollIn(opened: MeasuredPage, { x, direction }: { x: number; direction: number }) {
  const events = await opened.trace(async () => {
    for (let gesture = 0; gesture < gestures; gesture++) await opened.scroll(x, direction * distance, speed);
  });
  return framesIn(events);
}

/** Chromium says of each frame what became of it; what other processes take from it counts as well. */
function framesIn(events: readonly TraceEvent[]) {
  const frames = events.flatMap(({ name, ph, args }) =>
    name === "PipelineReporter" && ph === "b" && args?.frame_reporter ? [args.frame_reporter] : [],
  );
  const dropped = frames.filter((frame) => frame.state === "STATE_DROPPED" && frame.affects_smoothness);
  const tasks = tasksOfPage(events);
  return {
    frames: frames.length,
    dropped: dropped.length,
    "with a gap": frames.filter((frame) => frame.has_missing_content).length,
    "main thread, ms of processor time": tasks.reduce((sum, ms) => sum + ms, 0).toFixed(0),
    "longest task": Math.max(0, ...tasks).toFixed(1),
    "tasks longer than a frame": tasks.filter((ms) => ms > 1_000 / 60).length,
  };
}

/** The tasks of the main thread of a page, in milliseconds of its processor time. */
function tasksOfPage(events: readonly TraceEvent[]): readonly number[] {
  const main = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const isMain = ({ pid, tid }: TraceEvent) =>
    main.some((thread) => thread.pid === pid && thread.tid === tid);
  return events
    .filter((event) => event.name === "RunTask" && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1_000);
}
