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
export class FetchSession {
  readonly #services: Services;
  readonly #signal: AbortSignal;

  readonly #requester: string;

  /** Requesters, accounts or addresses of clients, share the slots for requests fairly. */
  constructor(services: Services, requester: string) {
    this.#services = services;
    this.#requester = requester;
    this.#signal = AbortSignal.timeout(services.config.unfurl.timeout_ms);
  }

  /** Opens a response without a limit: its reader must stop. */
  open(link: string): Promise<OutboundResponse> {
    const address = addressToFetch(link);
    return this.#services.outboundFetch(address, {
      headers: headersFor(address),
      maxBytes: Number.MAX_SAFE_INTEGER,
      signal: this.#signal,
      requester: this.#requester,
    });
  }

  /** Measures an image or a video; undefined for other types. */
  async measure({ contentType, body }: OutboundResponse): Promise<Dimensions | undefined> {
    const type = mediaTypeOf(contentType);
    if (type !== "image" && type !== "video") {
      await body.cancel();
      return undefined;
    }
    return readMedia(this.#services, body, async ({ bytes, whole }) => {
      if (type === "video") return measureVideo(bytes);
      return whole ? measureImage(bytes, this.#services) : undefined;
    });
  }

  /** Measures the image or video at an address; undefined also if it cannot be fetched. */
  async measureAt(link: string, expected: "image" | "video"): Promise<Dimensions | undefined> {
    return ignoreOutboundErrors(async () => {
      const response = await this.open(link);
      if (mediaTypeOf(response.contentType) === expected) return this.measure(response);
      await response.body.cancel();
      return undefined;
    });
  }
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
