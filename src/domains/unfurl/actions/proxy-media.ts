import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { OutboundResponse } from "../../../platform/outbound/port.ts";
import { linkCaches } from "../resources.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { requestedLink } from "../rules/requested-link.ts";
import { headersFor } from "../rules/site-quirks.ts";
import { type ProxiedImage, reencodeImage } from "./decode-image.ts";
import { convertOutboundErrors } from "./fetch-link.ts";
import { type OpenVideo, openVideo } from "./open-video.ts";
import { readMedia } from "./read-prefix.ts";
import { streamVideo, type VideoStream } from "./stream-video.ts";

/** Fetches the image or video at an address, or takes it from the cache. Throws ApiErrors for clients. */
export async function proxyMedia(
  services: Services,
  url: string | null,
  requester: string,
): Promise<ProxiedImage | VideoStream> {
  const link = requestedLink(url);
  const open = () => convertOutboundErrors(() => openMedia(services, link, requester));
  let opened: OpenVideo | undefined;
  const cached = await services.resources.get(linkCaches).media.get(link, async () => {
    const media = await open();
    if ("bytes" in media) return media;
    opened = media;
    return "video";
  });
  // A video can be read once: the request that opened it gets it, and others open it again.
  const media = cached === "video" ? (opened ?? (await open())) : cached;
  return "bytes" in media ? media : streamVideo(services, media);
}

async function openMedia(
  services: Services,
  link: string,
  requester: string,
): Promise<ProxiedImage | OpenVideo> {
  const { unfurl, outbound } = services.config;
  const abort = new AbortController();
  // The longer timeout of videos counts once the response has turned out to be one.
  const timeOut = () => abort.abort(new DOMException("took too long", "TimeoutError"));
  const timer = setTimeout(timeOut, outbound.timeout_ms);
  try {
    const response = await services.outboundFetch(link, {
      headers: headersFor(link),
      maxBytes: unfurl.video_bytes,
      timeoutMs: unfurl.video_timeout_ms,
      signal: abort.signal,
      requester,
    });
    const type = mediaTypeOf(response.contentType);
    if (type === "image") return await readImage(services, response);
    if (type === "video") return await openVideo(response);
    await response.body.cancel();
    throw fail(type === undefined ? "ProxyError" : "FileTypeNotAllowed");
  } finally {
    clearTimeout(timer);
  }
}

function readImage(services: Services, { body }: OutboundResponse): Promise<ProxiedImage> {
  return readMedia(services, body, async ({ bytes, whole }) => {
    if (!whole) throw fail("ProxyError");
    const image = await reencodeImage(bytes, services);
    if (!image) throw fail("FileTypeNotAllowed");
    return image;
  });
}
