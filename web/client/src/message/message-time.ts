import { createMemo, createRoot } from "solid-js";
import { locale } from "../i18n/i18n.ts";

const formats = createRoot(() =>
  createMemo(() => {
    const region = locale();
    return {
      time: new Intl.DateTimeFormat(region, { timeStyle: "short" }),
      date: new Intl.DateTimeFormat(region, { dateStyle: "full" }),
      full: new Intl.DateTimeFormat(region, { dateStyle: "full", timeStyle: "short" }),
      names: new Intl.ListFormat(region, { type: "conjunction" }),
    };
  }),
);

export const formatTime = (time: number | Date) => formats().time.format(time);
export const formatDate = (time: number | Date) => formats().date.format(time);
export const formatFull = (time: number | Date) => formats().full.format(time);
/** Names as in a sentence: "Ann, Bob and Cy". */
export const formatNames = (names: readonly string[]) => formats().names.format(names);
