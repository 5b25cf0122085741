import { escapeMentions } from "./mentions.ts";
import { shortenName } from "./shorten.ts";
import type { ForeignEmbed } from "./translation.ts";

interface SortedFiles<F> {
  /** The files that embeds show; of files with the same name, the first one. */
  readonly shown: readonly F[];
  readonly attached: readonly F[];
  /** A note on the files beyond the limit of attachments; empty if there are none. */
  readonly left: string;
}

/** Decides which files of a message are shown in embeds and which are attached. */
export function sortFiles<F extends { readonly filename: string }>(
  files: readonly F[],
  embeds: readonly Pick<ForeignEmbed, "file">[],
  max: { readonly embeds: number; readonly attachments: number },
): SortedFiles<F> {
  const embedded = new Set(embeds.slice(0, max.embeds).map(({ file }) => file));
  const shown = files.filter(({ filename }) => embedded.delete(filename));
  const others = files.filter((file) => !shown.includes(file));
  const surplus = others.slice(max.attachments).map(({ filename }) => shortenName(filename, 40));
  return {
    shown,
    attached: others.slice(0, max.attachments),
    left: surplus.length > 0 ? escapeMentions(`(without ${surplus.join(", ")})`) : "",
  };
}
