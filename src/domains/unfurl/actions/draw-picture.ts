import type { Metadata, Sharp } from "sharp";
import type { Services } from "../../../store/services.ts";
import { detectType, type Size } from "../../files/index.ts";

export interface Picture {
  readonly type: "image/gif" | "image/webp";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * SVG is none of them: a few lines of it keep a core busy for minutes, and nothing can stop that. So what is not
 * one of these by its first bytes never reaches the decoder.
 */
const decodable = ["jpeg", "png", "webp", "gif", "avif", "tiff"].map((format) => `image/${format}`);
const maxSeconds = 20;

type Decoding = Pick<Services, "images" | "config">;

/** Undefined if it is no image, or larger than anybody needs. */
export function measurePicture(bytes: Buffer, services: Decoding): Promise<Size | undefined> {
  return lookInto(bytes, services, async (_, { autoOrient: { width, height } }) => ({ width, height }));
}

/** Drawn anew, and no larger than needed; an animation that everybody can show stays as it is. */
export function drawPicture(bytes: Buffer, services: Decoding): Promise<Picture | undefined> {
  return lookInto(bytes, services, async (image, { format }) => {
    if (format === "gif") {
      // Whether it can be decoded at all.
      await image.resize({ width: 16 }).raw().toBuffer();
      return { type: "image/gif", bytes: new Uint8Array(bytes) };
    }
    const side = services.config.unfurl.image_side;
    const drawn = await image
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return { type: "image/webp", bytes: new Uint8Array(drawn) };
  });
}

async function lookInto<T>(
  bytes: Buffer,
  services: Decoding,
  use: (image: Sharp, metadata: Metadata) => Promise<T>,
): Promise<T | undefined> {
  if (!decodable.includes(await detectType(bytes, ""))) return undefined;
  const { images, config } = services;
  const limits = config.unfurl;
  return images.run(async (sharp) => {
    try {
      const image = sharp(bytes, { limitInputPixels: limits.max_pixels, failOn: "error" });
      const metadata = await image.metadata();
      const { format, width, height, pages = 1 } = metadata;
      if (format === "svg" || width * height > limits.max_pixels) return undefined;
      if (format !== "tiff" && pages > limits.max_frames) return undefined;
      return await use(image.timeout({ seconds: maxSeconds }), metadata);
    } catch {
      return undefined;
    }
  });
}
