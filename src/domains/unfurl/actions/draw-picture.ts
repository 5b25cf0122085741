import type { Metadata, Sharp } from "sharp";
import type { Config } from "../../../config/schema.ts";
import { Turnstile } from "../../../platform/turnstile.ts";
import type { Size } from "../../files/index.ts";

export interface Picture {
  readonly type: "image/gif" | "image/webp";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** SVG is none of them: a few lines of it keep a core busy for minutes, and nothing can stop that. */
const formats: readonly Metadata["format"][] = ["jpeg", "png", "webp", "gif", "heif", "tiff"];
const maxSeconds = 20;

/** Decoding takes memory and all cores; the others wait. */
const turnstile = new Turnstile(2);

/** Undefined if it is no image, or larger than anybody needs. */
export function measurePicture(bytes: Buffer, limits: Config["unfurl"]): Promise<Size | undefined> {
  return lookInto(bytes, limits, async (_, { autoOrient: { width, height } }) => ({ width, height }));
}

/** Drawn anew, and no larger than needed; an animation that everybody can show stays as it is. */
export function drawPicture(bytes: Buffer, limits: Config["unfurl"]): Promise<Picture | undefined> {
  return lookInto(bytes, limits, async (image, { format }) => {
    if (format === "gif") {
      // Whether it can be decoded at all.
      await image.resize({ width: 16 }).raw().toBuffer();
      return { type: "image/gif", bytes: new Uint8Array(bytes) };
    }
    const side = limits.image_side;
    const drawn = await image
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return { type: "image/webp", bytes: new Uint8Array(drawn) };
  });
}

function lookInto<T>(
  bytes: Buffer,
  limits: Config["unfurl"],
  use: (image: Sharp, metadata: Metadata) => Promise<T>,
): Promise<T | undefined> {
  return turnstile.pass(async () => {
    // Loaded here, where it is first needed, so that the server starts without it.
    const { default: sharp } = await import("sharp");
    try {
      const image = sharp(bytes, { limitInputPixels: limits.max_pixels, failOn: "error" });
      const metadata = await image.metadata();
      const { format, width, height, pages = 1 } = metadata;
      if (!formats.includes(format) || width * height > limits.max_pixels) return undefined;
      if (format !== "tiff" && pages > limits.max_frames) return undefined;
      return await use(image.timeout({ seconds: maxSeconds }), metadata);
    } catch {
      return undefined;
    }
  });
}
