import type Sharp from "sharp";
import type { Sharp as Image, Metadata, SharpOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Config } from "../../../config/schema.ts";
import type { Services } from "../../../store/services.ts";
import type { ReadAt, Size } from "../rules/read-at.ts";
import { findWebpMetadata } from "../rules/webp.ts";
import { patchFile, withFile } from "./open-file.ts";

type Rewrite = (image: Image) => Image;

interface Format {
  /** What the decoder calls it. */
  readonly name: Metadata["format"];
  /** Absent where the file itself is kept: drawn anew, it would lose its quality or its animation. */
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

export interface ProcessedImage extends Size {
  /** Where the picture is without what its camera wrote into it; the same file, or another beside it. */
  readonly path: string;
  readonly animated: boolean;
  readonly thumbhash: number[];
}

const maxSeconds = 30;
/** All frames together may have this many times the pixels of the largest still image. */
const animationSpace = 10;

export function isImageType(type: string): boolean {
  return Object.hasOwn(formats, type);
}

/** Undefined if it cannot be decoded, or is larger than anybody needs. A new file is called `path` and `.kept`. */
export async function processImage(
  path: string,
  type: string,
  { images, config }: Pick<Services, "images" | "config">,
): Promise<ProcessedImage | undefined> {
  const format = formats[type];
  if (!format) return undefined;
  try {
    return await images.run((sharp) => decode(sharp, path, { ...format, limits: config.files }));
  } catch (error) {
    // The decoder tells of every failure in words alone.
    if (error instanceof Error && /no space left/i.test(error.message))
      throw Object.assign(error, { code: "ENOSPC" });
    return undefined;
  }
}

async function decode(
  sharp: typeof Sharp,
  path: string,
  { name, rewrite, limits }: Format & { limits: Config["files"] },
): Promise<ProcessedImage | undefined> {
  const options: SharpOptions = { limitInputPixels: limits.max_pixels, failOn: "error" };
  const open = (file: string) => sharp(file, options).autoOrient().timeout({ seconds: maxSeconds });
  const { format, pages = 1, orientation = 1, autoOrient } = await sharp(path, options).metadata();
  const { width, height } = autoOrient;
  const screen = name === "gif" ? await withFile(path, readGifScreen) : autoOrient;
  if (format !== name || !fits(autoOrient, limits) || !fits(screen, limits)) return undefined;
  const animated = pages > 1 && (name === "gif" || name === "webp");
  const mostInAll = limits.max_pixels * animationSpace;
  if (animated && (pages > limits.max_frames || width * height * pages > mostInAll)) return undefined;

  const turned = name === "webp" && orientation > 1 && !animated;
  const redraw: Rewrite | undefined = turned ? (image) => image.webp({ quality: 90 }) : rewrite;
  const kept = redraw ? `${path}.kept` : path;
  if (redraw) await redraw(open(path)).toFile(kept);
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

function fits({ width, height }: Size, { max_pixels, max_side }: Config["files"]): boolean {
  return width * height <= max_pixels && Math.max(width, height) <= max_side;
}

/** What browsers make room for. The decoder goes by the frames where this is absurd. */
async function readGifScreen(readAt: ReadAt): Promise<Size> {
  const sides = await readAt(6, 4);
  return { width: sides.readUInt16LE(0), height: sides.readUInt16LE(2) };
}
