import type { Special, WebsiteEmbed } from "../../../protocol/embed.ts";
import type { Oembed } from "./oembed.ts";

export type YouTubeVideo = Extract<Special, { type: "YouTube" }>;

export const youtubeColour = "#FF424F";

const videoId = /^[\w-]{11}$/;

/** Which video an address shows. */
export function findYouTube({ hostname, pathname, searchParams }: URL): YouTubeVideo | undefined {
  const host = hostname.replace(/^(www|m|music)\./, "");
  const [, first = "", second = ""] = pathname.split("/");
  let id: string | undefined;
  if (host === "youtu.be") id = first;
  else if (host === "youtube.com" || host === "youtube-nocookie.com") {
    if (first === "watch") id = searchParams.get("v") ?? undefined;
    else id = ["embed", "v", "shorts", "live"].includes(first) ? second : first;
  }
  if (id === undefined || !videoId.test(id)) return undefined;
  const timestamp = searchParams.get("t") ?? searchParams.get("start") ?? "";
  return { type: "YouTube", id, ...(/^[\dhms]{1,12}$/.test(timestamp) && { timestamp }) };
}

/** Its pages tell programs nothing; this does. */
export function youtubeOembed({ id }: YouTubeVideo): string {
  const watch = `https://www.youtube.com/watch?v=${id}`;
  return `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watch)}`;
}

export function describeYouTube(video: YouTubeVideo, told: Oembed, url: string): WebsiteEmbed {
  return {
    type: "Website",
    url,
    original_url: url,
    special: { ...video, creator_name: told.author ?? null, creator_url: told.authorUrl ?? null },
    title: told.title ?? "YouTube",
    site_name: told.provider ?? "YouTube",
    ...(told.thumbnail && { icon_url: told.thumbnail.url }),
    colour: youtubeColour,
  };
}
