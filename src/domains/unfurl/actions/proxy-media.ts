import type { OutsideAnswer } from "../../../platform/outbound/port.ts";
import { fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import { headersFor } from "../rules/manners.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { drawPicture, type Picture } from "./draw-picture.ts";
import { linkCaches } from "./link-caches.ts";
import { type OpenVideo, openVideo } from "./open-video.ts";
import { readMedia } from "./read-media.ts";
import { orRefuse } from "./trip.ts";
import { type Video, watchVideo } from "./watch-video.ts";

/** The image or video at an address, from memory if it was asked for lately. Throws what clients are told. */
export async function proxyMedia(services: Services, link: string): Promise<Picture | Video> {
  const open = () => orRefuse(() => openMedia(services, link));
  let opened: OpenVideo | undefined;
  const known = await services.resources.get(linkCaches).media.get(link, async () => {
    const media = await open();
    if ("bytes" in media) return media;
    opened = media;
    return "video";
  });
  // A video can be read once: whoever opened it has it, the others open it anew.
  const media = known === "video" ? (opened ?? (await open())) : known;
  return "bytes" in media ? media : watchVideo(services, media);
}

async function openMedia(services: Services, link: string): Promise<Picture | OpenVideo> {
  const { unfurl, outbound } = services.config;
  const patience = new AbortController();
  // Until it has turned out to be a video, it has no longer than anything else.
  const timer = setTimeout(() => patience.abort(), outbound.timeout_ms);
  try {
    const answer = await services.fetchOutside(link, {
      headers: headersFor(link),
      maxBytes: unfurl.video_bytes,
      timeoutMs: unfurl.video_timeout_ms,
      signal: patience.signal,
    });
    const type = mediaTypeOf(answer.contentType);
    if (type === "image") return await readPicture(services, answer);
    if (type === "video") return await openVideo(answer);
    await answer.body.cancel();
    throw fail(type === undefined ? "ProxyError" : "FileTypeNotAllowed");
  } finally {
    clearTimeout(timer);
  }
}

function readPicture(services: Services, { body }: OutsideAnswer): Promise<Picture> {
  return readMedia(services, body, async ({ bytes, whole }) => {
    if (!whole) throw fail("ProxyError");
    const picture = await drawPicture(bytes, services);
    if (!picture) throw fail("FileTypeNotAllowed");
    return picture;
  });
}
