import { until } from "../until.ts";
import type { Page } from "./web-browser.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ToastBoxes {
  readonly toasts: readonly Box[];
  readonly list: Box;
  /** The newest message: of it, the part that the list shows. */
  readonly newest: Box;
  /** The field of the composer. */
  readonly field: Box;
}

/** Runs in the page. */
const boxes = `(() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const list = box(document.querySelector("section[aria-label=Messages]"));
  const newest = box([...document.querySelectorAll("[data-message]")].at(-1));
  return {
    toasts: [...document.querySelectorAll("[data-opened][role=status], [data-opened][role=alert]")].map(box),
    list,
    newest: { ...newest, top: Math.max(newest.top, list.top) },
    field: box(document.querySelector("textarea")),
  };
})()`;

/** Where the toasts of a channel's page are, and what they may not cover. */
export const measureToasts = (page: Page) => page.evaluate<ToastBoxes>(boxes);

const touches = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Waits until no toast covers the newest message or the field. A toast is in the page a frame before it is laid out. */
export async function untilClearOfToasts(page: Page): Promise<ToastBoxes> {
  let measured = await measureToasts(page);
  await until(async () => {
    measured = await measureToasts(page);
    const { toasts, newest, field } = measured;
    return toasts.every((box) => !touches(box, newest) && !touches(box, field));
  });
  return measured;
}
