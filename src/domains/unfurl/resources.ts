import { ApiError } from "../../declare/error.ts";
import { resource } from "../../declare/resource.ts";
import { TtlCache } from "../../platform/cache/ttl-cache.ts";
import { Semaphore } from "../../platform/concurrency/semaphore.ts";
import type { Embed } from "../../protocol/embed.ts";
import type { ProxiedImage } from "./actions/decode-image.ts";
import type { OpenVideo } from "./actions/open-video.ts";

/** The embeds and the media of links that were requested recently. */
export const linkCaches = resource({
  name: "link caches",
  open({ config: { unfurl }, clock }) {
    const limits = { ms: unfurl.cache_ms, entries: unfurl.cache_entries, bytes: unfurl.cache_bytes };
    const keeps = (failure: unknown) => failure instanceof ApiError;
    return {
      embeds: new TtlCache<Embed>(limits, clock, {
        weigh: (embed) => JSON.stringify(embed).length * 2,
        keeps,
      }),
      /** Videos are streamed and never cached: the entry says only that the link leads to one. */
      media: new TtlCache<ProxiedImage | "video">(limits, clock, {
        weigh: (media) => (media === "video" ? 0 : media.bytes.length),
        keeps,
      }),
    };
  },
});

/** Lets one page be read at a time, so that the pauses between pages leave time for other requests. */
export const pageTurns = resource({ name: "page turns", open: () => new Semaphore(1) });

/** Limits how many images and videos are in memory at once. */
export const mediaInMemory = resource({ name: "media in memory", open: () => new Semaphore(8) });

/** The videos that are being streamed to clients. */
export const videoStreams = resource({ name: "video streams", open: () => new Set<OpenVideo>() });
