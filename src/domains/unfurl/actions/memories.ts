import type { Embed } from "../../../protocol/embed.ts";
import type { Services } from "../../../store/services.ts";
import type { Picture } from "./draw-picture.ts";
import { ShortMemory } from "./short-memory.ts";

export interface Memories {
  readonly embeds: ShortMemory<Embed>;
  /** Videos are passed on as they come; of them only their being videos is known. */
  readonly media: ShortMemory<Picture | "video">;
}

const memories = new WeakMap<Services, Memories>();

/** What a server remembers of links. */
export function memoriesOf(services: Services): Memories {
  const known = memories.get(services) ?? newMemories(services);
  memories.set(services, known);
  return known;
}

function newMemories({ config: { unfurl }, clock }: Services): Memories {
  const limits = { ms: unfurl.cache_ms, entries: unfurl.cache_entries, bytes: unfurl.cache_bytes };
  return {
    embeds: new ShortMemory(limits, clock, (embed) => JSON.stringify(embed).length * 2),
    media: new ShortMemory(limits, clock, (media) => (media === "video" ? 0 : media.bytes.length)),
  };
}
