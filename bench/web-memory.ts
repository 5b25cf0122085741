import type { WebBrowser } from "../test/support/browser/web-browser.ts";
import { printTable } from "./table.ts";
import { type Heap, MeasuredPage, type Served } from "./web-page.ts";

const switches = [1, 50, 100, 200, 400];
/** The channels that are switched through; each has messages. */
const visited = 40;
/** Of a measurement over time: minutes between two rows, and milliseconds between two switches. */
const [every, pause] = [5, 250];

const title = `Live objects of the page while it switches through ${visited} channels`;

/** Measures the memory after so many switches of the channel. */
export async function benchHeap(browser: WebBrowser, served: Served): Promise<void> {
  const opened = await openChannels(browser, served);
  const rows = [];
  for (let done = 1; done <= Math.max(...switches); done++) {
    await opened.openChannel(1 + (done % visited));
    if (switches.includes(done)) rows.push({ switches: done, ...inWords(await opened.heap()) });
  }
  await opened.close();
  printTable(title, rows);
}

/** Switches for so many minutes, and scrolls in every channel. Says how far it is. */
export async function benchHeapFor(browser: WebBrowser, served: Served, minutes: number): Promise<void> {
  const opened = await openChannels(browser, served);
  const rows = [];
  const start = performance.now();
  let done = 0;
  for (let minute = 0; minute <= minutes; minute += every) {
    while (performance.now() - start < minute * 60_000 || done < visited) {
      done += 1;
      await opened.openChannel(1 + (done % visited));
      await opened.scroll(700, 1_500, 6_000);
      await Bun.sleep(pause);
    }
    rows.push({ minutes: minute, switches: done, ...inWords(await opened.heap()) });
    console.log(JSON.stringify(rows.at(-1)));
  }
  await opened.close();
  printTable(title, rows);
}

function openChannels(browser: WebBrowser, served: Served): Promise<MeasuredPage> {
  return MeasuredPage.open(browser, served, `/server/${served.server}/channel/${served.channels[0]}`);
}

function inWords({ bytes, nodes }: Heap) {
  return { "heap MB": (bytes / 1_000_000).toFixed(1), "nodes of the document": nodes };
}
