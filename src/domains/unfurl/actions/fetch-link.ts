import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import { OutboundError, type OutboundResponse } from "../../../platform/outbound/port.ts";
import type { Dimensions } from "../../files/index.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { addressToFetch, headersFor } from "../rules/site-quirks.ts";
import { measureImage } from "./decode-image.ts";
import { measureVideo } from "./measure-video.ts";
import { readMedia } from "./read-prefix.ts";

/** All requests for one preview, which share one timeout. */
export interface FetchSession {
  readonly services: Services;
  /** An account or the address of a client. Requesters share the slots for requests fairly. */
  readonly requester: string;
  readonly signal: AbortSignal;
}

export function startFetchSession(services: Services, requester: string): FetchSession {
  return { services, requester, signal: AbortSignal.timeout(services.config.unfurl.timeout_ms) };
}

/** Opens a response without a limit: its reader must stop. */
export function fetchLink(
  { services, requester, signal }: FetchSession,
  link: string,
): Promise<OutboundResponse> {
  const address = addressToFetch(link);
  const headers = headersFor(address);
  return services.outboundFetch(address, {
    headers,
    maxBytes: Number.MAX_SAFE_INTEGER,
    signal,
    requester,
  });
}

/** Measures an image or a video; undefined for other types. */
export async function measureMedia(
  { services }: FetchSession,
  { contentType, body }: OutboundResponse,
): Promise<Dimensions | undefined> {
  const type = mediaTypeOf(contentType);
  if (type !== "image" && type !== "video") {
    await body.cancel();
    return undefined;
  }
  return readMedia(services, body, async ({ bytes, whole }) => {
    if (type === "video") return measureVideo(bytes);
    return whole ? measureImage(bytes, services) : undefined;
  });
}

/** Measures the image or video at an address; undefined also if it cannot be fetched. */
export async function measureMediaAt(
  session: FetchSession,
  link: string,
  expected: "image" | "video",
): Promise<Dimensions | undefined> {
  return ignoreOutboundErrors(async () => {
    const response = await fetchLink(session, link);
    if (mediaTypeOf(response.contentType) === expected) return measureMedia(session, response);
    await response.body.cancel();
    return undefined;
  });
}

/** Returns undefined if the work fails with an OutboundError. */
export async function ignoreOutboundErrors<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** Turns an OutboundError into the ApiError that clients get. */
export async function convertOutboundErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw fail(error.refused ? "InvalidOperation" : "ProxyError");
  }
}
