import url from "emojibase-data/en/shortcodes/emojibase.json?url";
import { createSignal } from "solid-js";
import { emojiOfCodes } from "./emoji-of-codes.ts";
import { fetchJson } from "./fetch-json.ts";

const [loaded, setLoaded] = createSignal<ReadonlyMap<string, string>>();
let loading: Promise<ReadonlyMap<string, string>> | undefined;

export const hasShortName = (text: string) => /:[a-z0-9_+-]{2,40}:/.test(text);

/** The emoji by their short names, as in `:smile:`. */
export function loadShortNames(): Promise<ReadonlyMap<string, string>> {
  loading ??= load();
  // A failure is not kept: the next attempt loads again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** The emoji of a short name, and the name as it was written until the names are loaded. */
export function emojiOfShortName(name: string): string {
  // After a failure, the next name that is shown loads them again.
  if (!loaded()) loadShortNames().catch(() => undefined);
  return loaded()?.get(name) ?? `:${name}:`;
}

async function load(): Promise<ReadonlyMap<string, string>> {
  const namesByCodes = await fetchJson<Record<string, string | readonly string[]>>(url);
  const byName = new Map<string, string>();
  for (const [codes, names] of Object.entries(namesByCodes)) {
    const emoji = emojiOfCodes(codes);
    for (const name of [names].flat()) byName.set(name, emoji);
  }
  setLoaded(byName);
  return byName;
}
