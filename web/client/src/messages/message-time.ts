import { createMemo, createRoot } from "solid-js";
import { language } from "../texts/texts.ts";

const formats = createRoot(() =>
  createMemo(() => {
    const locale = navigator.languages.find((tag) => tag.startsWith(language())) ?? language();
    return {
      time: new Intl.DateTimeFormat(locale, { timeStyle: "short" }),
      date: new Intl.DateTimeFormat(locale, { dateStyle: "full" }),
      full: new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" }),
      names: new Intl.ListFormat(locale, { type: "conjunction" }),
    };
  }),
);

export const formatTime = (time: number | Date) => formats().time.format(time);
export const formatDate = (time: number | Date) => formats().date.format(time);
export const formatFull = (time: number | Date) => formats().full.format(time);
/** Names as in a sentence: "Ann, Bob and Cy". */
export const formatNames = (names: readonly string[]) => formats().names.format(names);
