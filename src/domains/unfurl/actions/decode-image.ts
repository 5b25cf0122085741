import type { Metadata, Sharp } from "sharp";
import type { Services } from "../../../declare/services.ts";
import { type Dimensions, detectType } from "../../files/index.ts";

export interface ProxiedImage {
  readonly type: "image/gif" | "image/webp";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Only files with the signature of one of these reach the decoder. SVG is not among them: a few lines of it keep a core
 * busy for minutes, and nothing can stop that.
 */
const decodable = ["jpeg", "png", "webp", "gif", "avif", "tiff"].map((format) => `image/${format}`);
const maxSeconds = 20;

type DecoderServices = Pick<Services, "images" | "config">;

/** The dimensions of an image; undefined if it cannot be decoded or is too large. */
export function measureImage(bytes: Buffer, services: DecoderServices): Promise<Dimensions | undefined> {
  return withImage(bytes, services, async (_, { autoOrient: { width, height } }) => ({ width, height }));
}

/** Re-encodes an image as WebP within the configured size. A GIF is passed on as it is, if it can be decoded. */
export function reencodeImage(bytes: Buffer, services: DecoderServices): Promise<ProxiedImage | undefined> {
  return withImage(bytes, services, async (image, { format }) => {
    if (format === "gif") {
      await image.resize({ width: 16 }).raw().toBuffer();
      return { type: "image/gif", bytes: new Uint8Array(bytes) };
    }
    const side = services.config.unfurl.image_side;
    const encoded = await image
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    return { type: "image/webp", bytes: new Uint8Array(encoded) };
  });
}

async function withImage<T>(
  bytes: Buffer,
  services: DecoderServices,
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
