import { resource } from "../../../declare/resource.ts";
import type { Embed } from "../../../protocol/embed.ts";
import type { ProxiedImage } from "./decode-image.ts";
import { TtlCache } from "./ttl-cache.ts";

/** The embeds and the media of links that were requested lately. */
export const linkCaches = resource({
  name: "link caches",
  open({ config: { unfurl }, clock }) {
    const limits = { ms: unfurl.cache_ms, entries: unfurl.cache_entries, bytes: unfurl.cache_bytes };
    return {
      embeds: new TtlCache<Embed>(limits, clock, (embed) => JSON.stringify(embed).length * 2),
      /** Videos are streamed and never cached: the entry says only that the link leads to one. */
      media: new TtlCache<ProxiedImage | "video">(limits, clock, (media) =>
        media === "video" ? 0 : media.bytes.length,
      ),
    };
  },
});
