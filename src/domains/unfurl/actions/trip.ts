import { OutboundError, type OutsideAnswer } from "../../../platform/outbound/port.ts";
import { type ApiError, fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import type { Size } from "../../files/index.ts";
import { askedAt, headersFor } from "../rules/manners.ts";
import { mediaTypeOf } from "../rules/media-type.ts";
import { measurePicture } from "./draw-picture.ts";
import { measureVideo } from "./measure-video.ts";
import { readMedia } from "./read-media.ts";

/** Everything that is fetched for one preview, within one allowance of time. */
export class Trip {
  readonly #services: Services;
  readonly #signal: AbortSignal;

  constructor(services: Services) {
    this.#services = services;
    this.#signal = AbortSignal.timeout(services.config.unfurl.timeout_ms);
  }

  /** How much of an answer is read is up to the reader, who has to stop somewhere. */
  open(link: string): Promise<OutsideAnswer> {
    const address = askedAt(link);
    const wishes = {
      headers: headersFor(address),
      maxBytes: Number.MAX_SAFE_INTEGER,
      signal: this.#signal,
    };
    return this.#services.fetchOutside(address, wishes);
  }

  /** Of an image or a video; undefined for anything else. */
  async measure({ contentType, body }: OutsideAnswer): Promise<Size | undefined> {
    const type = mediaTypeOf(contentType);
    if (type !== "image" && type !== "video") {
      await body.cancel();
      return undefined;
    }
    return readMedia(this.#services, body, async ({ bytes, whole }) => {
      if (type === "video") return measureVideo(bytes);
      return whole ? measurePicture(bytes, this.#services) : undefined;
    });
  }

  /** The same for what a page shows; undefined also if it cannot be fetched. */
  async measureAt(link: string, expected: "image" | "video"): Promise<Size | undefined> {
    return unlessUnreachable(async () => {
      const answer = await this.open(link);
      if (mediaTypeOf(answer.contentType) === expected) return this.measure(answer);
      await answer.body.cancel();
      return undefined;
    });
  }
}

/** For what can be done without. */
export async function unlessUnreachable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** For what cannot: the failure that clients are told. */
export async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OutboundError ? refusal(error) : error;
  }
}

function refusal({ refused }: OutboundError): ApiError {
  return fail(refused ? "InvalidOperation" : "ProxyError");
}
