import type { Special, WebsiteEmbed } from "../../../protocol/embed.ts";
import type { Oembed } from "./oembed.ts";

type YouTubeVideo = Extract<Special, { type: "YouTube" }>;

export const youtubeColour = "#FF424F";

const videoId = /^[\w-]{11}$/;

/** The video that an address shows. */
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

/** The address of a video's oEmbed description. YouTube's pages have no metadata for programs. */
export function youtubeOembed({ id }: YouTubeVideo): string {
  const watch = `https://www.youtube.com/watch?v=${id}`;
  return `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watch)}`;
}

export function describeYouTube(video: YouTubeVideo, oembed: Oembed, url: string): WebsiteEmbed {
  return {
    type: "Website",
    url,
    original_url: url,
    special: { ...video, creator_name: oembed.author ?? null, creator_url: oembed.authorUrl ?? null },
    title: oembed.title ?? "YouTube",
    site_name: oembed.provider ?? "YouTube",
    ...(oembed.thumbnail && { icon_url: oembed.thumbnail.url }),
    colour: youtubeColour,
  };
}
