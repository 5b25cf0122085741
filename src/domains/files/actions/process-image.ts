import type Sharp from "sharp";
import type { Sharp as Image, Metadata, SharpOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Config } from "../../../config/schema.ts";
import type { Services } from "../../../declare/services.ts";
import type { Dimensions, ReadAt } from "../rules/byte-access.ts";
import { findWebpMetadata } from "../rules/webp.ts";
import { patchFile, withFile } from "./patch-file.ts";

type Rewrite = (image: Image) => Image;

interface Format {
  /** The decoder's name of the format. */
  readonly name: Metadata["format"];
  /** Absent where the upload itself is stored: re-encoded, it would lose quality or animation. */
  readonly rewrite?: Rewrite;
}

const formats: Record<string, Format> = {
  "image/jpeg": { name: "jpeg", rewrite: (image) => image.jpeg({ quality: 90 }) },
  "image/png": { name: "png", rewrite: (image) => image.png() },
  "image/avif": { name: "heif", rewrite: (image) => image.avif({ quality: 80, effort: 2 }) },
  "image/tiff": { name: "tiff", rewrite: (image) => image.tiff({ compression: "lzw" }) },
  "image/gif": { name: "gif" },
  "image/webp": { name: "webp" },
};

interface ProcessedImage extends Dimensions {
  /** The image without metadata: the upload itself, or a new file next to it. */
  readonly path: string;
  readonly animated: boolean;
  readonly thumbhash: number[];
}

const maxSeconds = 30;
/** All frames together may have this many times the pixels of the largest still image. */
const animationFactor = 10;

export function isImageType(type: string): boolean {
  return Object.hasOwn(formats, type);
}

interface ProcessingOptions extends Pick<Services, "images" | "config"> {
  /** Whether it was encoded by a server of ours: without metadata it then stays as it is. */
  readonly isProcessed?: boolean;
}

/** Re-encodes an image into `path` + `.kept`, or removes its metadata; undefined if it cannot be decoded or is too large. */
export async function processImage(
  path: string,
  type: string,
  { images, config, isProcessed = false }: ProcessingOptions,
): Promise<ProcessedImage | undefined> {
  const format = formats[type];
  if (!format) return undefined;
  try {
    return await images.run((sharp) => decode(sharp, path, { ...format, limits: config.files, isProcessed }));
  } catch (error) {
    // The decoder's errors have a message and no code.
    if (error instanceof Error && /no space left/i.test(error.message))
      throw Object.assign(error, { code: "ENOSPC" });
    return undefined;
  }
}

async function decode(
  sharp: typeof Sharp,
  path: string,
  { name, rewrite, limits, isProcessed }: Format & { limits: Config["files"]; isProcessed: boolean },
): Promise<ProcessedImage | undefined> {
  const options: SharpOptions = { limitInputPixels: limits.max_pixels, failOn: "error" };
  const open = (file: string) => sharp(file, options).autoOrient().timeout({ seconds: maxSeconds });
  const metadata = await sharp(path, options).metadata();
  const { format, pages = 1, orientation = 1, autoOrient } = metadata;
  const { width, height } = autoOrient;
  const screen = name === "gif" ? await withFile(path, readGifScreen) : autoOrient;
  if (format !== name || !fits(autoOrient, limits) || !fits(screen, limits)) return undefined;
  const animated = pages > 1 && (name === "gif" || name === "webp");
  const maxTotalPixels = limits.max_pixels * animationFactor;
  if (animated && (pages > limits.max_frames || width * height * pages > maxTotalPixels)) return undefined;

  const isRotated = name === "webp" && orientation > 1 && !animated;
  const encode: Rewrite | undefined = isRotated ? (image) => image.webp({ quality: 90 }) : rewrite;
  const isKept = encode === undefined || (isProcessed && isClean(metadata));
  const kept = isKept ? path : `${path}.kept`;
  if (!isKept) await encode(open(path)).toFile(kept);
  else if (name === "webp") await patchFile(path, await withFile(path, findWebpMetadata));
  const thumbnail = await open(kept)
    .resize({ width: 100, height: 100, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { data, info } = thumbnail;
  return {
    path: kept,
    width,
    height,
    animated,
    thumbhash: [...rgbaToThumbHash(info.width, info.height, data)],
  };
}

function isClean({ exif, xmp, iptc, comments, orientation = 1 }: Metadata): boolean {
  return !exif && !xmp && !iptc && !comments?.length && orientation === 1;
}

function fits({ width, height }: Dimensions, { max_pixels, max_side }: Config["files"]): boolean {
  return width * height <= max_pixels && Math.max(width, height) <= max_side;
}

/** The logical screen, which browsers allocate. The decoder ignores it if it is absurd. */
async function readGifScreen(readAt: ReadAt): Promise<Dimensions> {
  const sides = await readAt(6, 4);
  return { width: sides.readUInt16LE(0), height: sides.readUInt16LE(2) };
}
