import { ApiError, fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import { paced } from "../../../platform/concurrency/paced.ts";
import type { OutboundResponse } from "../../../platform/outbound/port.ts";
import type { Embed, WebsiteEmbed } from "../../../protocol/embed.ts";
import { linkCaches, pageTurns } from "../resources.ts";
import { decodePage } from "../rules/decode-page.ts";
import { describePage, fillIn } from "../rules/describe-page.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { asEmbed, type Oembed, readOembed } from "../rules/oembed.ts";
import { readPage } from "../rules/read-page.ts";
import { requestedLink } from "../rules/requested-link.ts";
import { withSpecial } from "../rules/special.ts";
import { webAddress } from "../rules/web-address.ts";
import { describeYouTube, findYouTube, youtubeOembed } from "../rules/youtube.ts";
import {
  convertOutboundErrors,
  type FetchSession,
  fetchLink,
  ignoreOutboundErrors,
  measureMedia,
  measureMediaAt,
  startFetchSession,
} from "./fetch-link.ts";
import { readPrefix } from "./read-prefix.ts";

/** The most that is read of a page, whose head should end before that, and of an oEmbed description. */
const maxBytes = 65_536;

/** Makes the embed of a link for a message; undefined if there is none, for whatever reason. */
export async function unfurl(services: Services, url: string, requester: string): Promise<Embed | undefined> {
  try {
    return await embedLink(services, url, requester);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Makes the embed of a link as a client wrote it, or takes it from the cache. Throws ApiErrors for clients. */
export async function embedLink(services: Services, url: string | null, requester: string): Promise<Embed> {
  const link = requestedLink(url);
  const { embeds } = services.resources.get(linkCaches);
  return embeds.get(link, () =>
    convertOutboundErrors(() => fetchEmbed(link, startFetchSession(services, requester))),
  );
}

async function fetchEmbed(link: string, session: FetchSession): Promise<Embed> {
  const video = findYouTube(new URL(link));
  if (video) return describeYouTube(video, await fetchOembed(youtubeOembed(video), session), link);
  const response = await fetchLink(session, link);
  const type = mediaTypeOf(response.contentType);
  if (type === "html") return embedPage(link, response, session);
  const size = await measureMedia(session, response);
  if (type === undefined) throw fail("ProxyError");
  if (!size) throw fail("NoEmbedData");
  const media = { url: link, width: size.width, height: size.height };
  return type === "image" ? { type: "Image", ...media, size: "Large" } : { type: "Video", ...media };
}

async function embedPage(
  link: string,
  response: OutboundResponse,
  session: FetchSession,
): Promise<WebsiteEmbed> {
  const { bytes } = await readPrefix(response.body, maxBytes, "</head");
  const { resources, scheduler } = session.services;
  const html = decodePage(bytes, response.contentType ?? "");
  const page = await resources.get(pageTurns).run(() => paced(() => readPage(html, scheduler.start())));
  let embed = describePage(page, { requested: link, final: response.url });
  const oembed = page.oembed && webAddress(page.oembed, response.url);
  const isIncomplete = embed.title === undefined || !(embed.image || embed.video);
  if (oembed && isIncomplete) {
    const description = await ignoreOutboundErrors(() => fetchOembed(oembed, session));
    embed = fillIn(embed, asEmbed(description ?? {}));
  }
  embed = withSpecial(embed);
  if (!embed.special) embed = await withSizes(embed, session);
  const { title, description, special, video, image } = embed;
  if (!(title || description || special || video || image)) throw fail("NoEmbedData");
  return embed;
}

async function fetchOembed(address: string, session: FetchSession): Promise<Oembed> {
  const { body, url } = await fetchLink(session, address);
  const { bytes, whole } = await readPrefix(body, maxBytes);
  return whole ? readOembed(bytes.toString(), url) : {};
}

/** Leaves either the video or the image, with its size. Media that cannot be measured are left out. */
async function withSizes(
  { video, image, ...rest }: WebsiteEmbed,
  session: FetchSession,
): Promise<WebsiteEmbed> {
  if (video) {
    const size = video.width > 0 ? video : await measureMediaAt(session, video.url, "video");
    if (size) return { ...rest, video: { url: video.url, width: size.width, height: size.height } };
  }
  if (!image || image.width > 0) return { ...rest, ...(image && { image }) };
  const size = await measureMediaAt(session, image.url, "image");
  return size
    ? { ...rest, image: { url: image.url, width: size.width, height: size.height, size: "Large" } }
    : rest;
}
