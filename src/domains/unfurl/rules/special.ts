import type { Special, WebsiteEmbed } from "../../../protocol/embed.ts";
import { findYouTube, youtubeColour } from "./youtube.ts";

interface PlayerSite {
  /** The colour of its embeds, in place of the page's. */
  readonly colour?: string;
  readonly host: RegExp;
  /** Undefined for pages without a player. */
  find(url: URL, embed: WebsiteEmbed): Special | undefined;
}

const twitchKinds = [
  ["Clip", /^\/\w+\/clip\/([\w-]+)\/?$/],
  ["Video", /^\/videos\/(\d+)\/?$/],
  ["Channel", /^\/(\w+)\/?$/],
] as const;
const gifPages =
  /^((gif|yiff)box\.me\/view|tenor\.com\/([\w-]+\/)?view|giphy\.com\/gifs|gfycat\.com|(v3\.)?redgifs\.com\/watch|klipy\.com\/gifs)\/[^/]/;

/** Sites that clients have players for. The first match wins. */
const sites: readonly PlayerSite[] = [
  {
    host: /^streamable\.com$/,
    find: ({ pathname }) => withId(/^\/([a-z0-9]+)$/i.exec(pathname), (id) => ({ type: "Streamable", id })),
  },
  { host: /(^|\.)youtu(\.be|be(-nocookie)?\.com)$/, colour: youtubeColour, find: findYouTube },
  {
    host: /^lightspeed\.tv$/,
    colour: "#7445D9",
    find: ({ pathname }) =>
      withId(/^\/(\w{4,25})$/.exec(pathname), (id) => ({ type: "Lightspeed", content_type: "Channel", id })),
  },
  {
    host: /^(m\.)?twitch\.tv$/,
    colour: "#7B68EE",
    find({ pathname }) {
      for (const [content_type, path] of twitchKinds) {
        const id = path.exec(pathname)?.[1];
        if (id !== undefined) return { type: "Twitch", content_type, id };
      }
      return undefined;
    },
  },
  {
    host: /^open\.spotify\.com$/,
    colour: "#1ABC9C",
    find({ pathname }) {
      const path = /^\/(?:intl-[a-z-]+\/)?(track|user|artist|album|playlist)\/([\w.-]+)\/?$/i.exec(pathname);
      const [, content_type, id] = path ?? [];
      return content_type !== undefined && id !== undefined
        ? { type: "Spotify", content_type, id }
        : undefined;
    },
  },
  {
    host: /^(m\.)?soundcloud\.com$/,
    colour: "#FF7F50",
    find: ({ pathname }) => (/^\/[\w-]+\/[\w-]+/.test(pathname) ? { type: "Soundcloud" } : undefined),
  },
  {
    host: /\.bandcamp\.com$/,
    find({ pathname }, { video }) {
      const [, kind] = /^\/(track|album)\/[^/]/.exec(pathname) ?? [];
      if (kind === undefined) return undefined;
      const content_type = kind === "track" ? "Track" : "Album";
      const player = new RegExp(`\\b${kind}=(\\d+)`).exec(video?.url ?? "");
      return withId(player, (id) => ({ type: "Bandcamp", content_type, id }));
    },
  },
  {
    host: /./,
    find: ({ hostname, pathname }) =>
      gifPages.test(withoutWww(hostname) + pathname) ? { type: "GIF" } : undefined,
  },
];

const appleMusic: PlayerSite = {
  host: /^music\.apple\.com$/,
  colour: "#FA233B",
  find({ pathname, searchParams }) {
    const [, album_id] = /^\/(?:[a-z]{2}\/)?album\/[^/]+\/(\d+)\/?$/i.exec(pathname) ?? [];
    if (album_id === undefined) return undefined;
    const track = searchParams.get("i") ?? "";
    return { type: "AppleMusic", album_id, ...(/^\d+$/.test(track) && { track_id: track }) };
  },
};

/** Adds the player and the colour of the site. */
export function withSpecial(embed: WebsiteEmbed): WebsiteEmbed {
  return applySites(sites, embed, embed.url) ?? applySites([appleMusic], embed, embed.original_url) ?? embed;
}

function applySites(
  candidates: readonly PlayerSite[],
  embed: WebsiteEmbed,
  address: string | undefined,
): WebsiteEmbed | undefined {
  const url = URL.parse(address ?? "");
  if (!url) return undefined;
  for (const { host, colour, find } of candidates) {
    const special = host.test(withoutWww(url.hostname)) ? find(url, embed) : undefined;
    if (special) return { ...embed, special, ...(colour !== undefined && { colour }) };
  }
  return undefined;
}

function withId(match: RegExpExecArray | null, make: (id: string) => Special): Special | undefined {
  const id = match?.[1];
  return id === undefined ? undefined : make(id);
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, "");
}
