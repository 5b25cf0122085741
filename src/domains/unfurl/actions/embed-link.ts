import type { OutsideAnswer } from "../../../platform/outbound/port.ts";
import type { Embed, WebsiteEmbed } from "../../../protocol/embed.ts";
import { fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import { decodePage } from "../rules/decode-page.ts";
import { describePage, fillIn } from "../rules/describe-page.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { asEmbed, type Oembed, readOembed } from "../rules/oembed.ts";
import { readPage } from "../rules/read-page.ts";
import { withSpecial } from "../rules/special.ts";
import { webAddress } from "../rules/web-address.ts";
import { describeYouTube, findYouTube, youtubeOembed } from "../rules/youtube.ts";
import { linkCaches } from "./link-caches.ts";
import { readUpTo } from "./read-up-to.ts";
import { orRefuse, Trip, unlessUnreachable } from "./trip.ts";

/** So much of a page is read in search of the end of its head. */
const headBytes = 524_288;
const oembedBytes = 65_536;

/** What a link leads to, from memory if it was asked about lately. Throws what clients are told. */
export function embedLink(services: Services, link: string): Promise<Embed> {
  const { embeds } = services.resources.get(linkCaches);
  return embeds.get(link, () => orRefuse(() => lookUp(link, new Trip(services))));
}

async function lookUp(link: string, trip: Trip): Promise<Embed> {
  const film = findYouTube(new URL(link));
  if (film) return describeYouTube(film, await fetchOembed(youtubeOembed(film), trip), link);
  const answer = await trip.open(link);
  const type = mediaTypeOf(answer.contentType);
  if (type === "html") return describe(link, answer, trip);
  const size = await trip.measure(answer);
  if (type === undefined) throw fail("ProxyError");
  if (!size) throw fail("NoEmbedData");
  const shown = { url: link, width: size.width, height: size.height };
  return type === "image" ? { type: "Image", ...shown, size: "Large" } : { type: "Video", ...shown };
}

async function describe(link: string, answer: OutsideAnswer, trip: Trip): Promise<WebsiteEmbed> {
  const { bytes } = await readUpTo(answer.body, headBytes, "</head");
  const page = await readPage(decodePage(bytes, answer.contentType ?? ""));
  let embed = describePage(page, { requested: link, final: answer.url });
  const oembed = page.oembed && webAddress(page.oembed, answer.url);
  const isIncomplete = embed.title === undefined || !(embed.image || embed.video);
  if (oembed && isIncomplete) {
    const told = await unlessUnreachable(() => fetchOembed(oembed, trip));
    embed = fillIn(embed, asEmbed(told ?? {}));
  }
  embed = withSpecial(embed);
  if (!embed.special) embed = await withSizes(embed, trip);
  const { title, description, special, video, image } = embed;
  if (!(title || description || special || video || image)) throw fail("NoEmbedData");
  return embed;
}

async function fetchOembed(address: string, trip: Trip): Promise<Oembed> {
  const { body, url } = await trip.open(address);
  const { bytes, whole } = await readUpTo(body, oembedBytes);
  return whole ? readOembed(bytes.toString(), url) : {};
}

/** With either a video or an image, whose size is known; one that cannot be looked at is left out. */
async function withSizes({ video, image, ...rest }: WebsiteEmbed, trip: Trip): Promise<WebsiteEmbed> {
  if (video) {
    const size = video.width > 0 ? video : await trip.measureAt(video.url, "video");
    if (size) return { ...rest, video: { url: video.url, width: size.width, height: size.height } };
  }
  if (!image || image.width > 0) return { ...rest, ...(image && { image }) };
  const size = await trip.measureAt(image.url, "image");
  return size
    ? { ...rest, image: { url: image.url, width: size.width, height: size.height, size: "Large" } }
    : rest;
}
