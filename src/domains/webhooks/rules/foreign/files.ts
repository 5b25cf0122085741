import { escapeMarks } from "./marks.ts";
import { shortenName } from "./shorten.ts";
import type { ForeignEmbed } from "./translation.ts";

interface Sorted<F> {
  /** In embeds, each file once: under one name there is one. */
  readonly shown: readonly F[];
  readonly attached: readonly F[];
  /** What is said of those for which there is no room. */
  readonly left: string;
}

/** Where the files of a message go. */
export function sortFiles<F extends { readonly filename: string }>(
  files: readonly F[],
  embeds: readonly Pick<ForeignEmbed, "file">[],
  most: { readonly embeds: number; readonly attachments: number },
): Sorted<F> {
  const named = new Set(embeds.slice(0, most.embeds).map(({ file }) => file));
  const shown = files.filter(({ filename }) => named.delete(filename));
  const others = files.filter((file) => !shown.includes(file));
  const left = others.slice(most.attachments).map(({ filename }) => shortenName(filename, 40));
  return {
    shown,
    attached: others.slice(0, most.attachments),
    left: left.length > 0 ? escapeMarks(`(without ${left.join(", ")})`) : "",
  };
}
