import url from "emojibase-data/en/shortcodes/emojibase.json?url";
import { emojiOfCodes } from "./emoji-of-codes.ts";
import { fetchJson } from "./fetch-json.ts";

let loading: Promise<ReadonlyMap<string, string>> | undefined;

/** The emoji by their short names, as in `:smile:`. */
export function loadShortNames(): Promise<ReadonlyMap<string, string>> {
  loading ??= load();
  // A failure is not kept: the next attempt loads again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<ReadonlyMap<string, string>> {
  const namesByCodes = await fetchJson<Record<string, string | readonly string[]>>(url);
  const byName = new Map<string, string>();
  for (const [codes, names] of Object.entries(namesByCodes)) {
    const emoji = emojiOfCodes(codes);
    for (const name of [names].flat()) byName.set(name, emoji);
  }
  return byName;
}
