import { join } from "node:path";
import { until } from "../until.ts";
import type { Page } from "./web-browser.ts";

const pageScript = await Bun.file(join(import.meta.dir, "web-call-page.js")).text();

/** Joins the call of the channel that a page of the web client shows. */
export async function joinCall(page: Page): Promise<void> {
  await page.evaluate(pageScript);
  await page.getByRole("button", { name: "Join the call", exact: true }).click();
}

/** Waits until a page is in a call with one other person and sound arrives. */
export async function hearsTheOther(page: Page): Promise<void> {
  await page.getByRole("list", { name: "2 people in the call" }).waitFor();
  await hears(page);
}

/** Waits until sound arrives, to which closed connections do not add. */
export async function hears(page: Page): Promise<void> {
  const heard = () => page.evaluate<number>("call.heard()");
  let before = await heard();
  await until(async () => {
    const now = await heard();
    const isMore = now > before;
    before = now;
    return isMore;
  });
}
