import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff";

interface ImageOptions {
  readonly width?: number;
  readonly height?: number;
  /** EXIF orientation; with it come the name of a camera and a location. */
  readonly orientation?: number;
}

/** An image with a red left half and a blue right half. */
function draw({ width = 40, height = 20 }: ImageOptions): Sharp {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: "blue" } };
  return sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    { input: half, left: width / 2, top: 0 },
  ]);
}

export const location = "52/1 31/1 12/1";
export const camera = "SpyCam 3000";

/** An image, with the metadata of a camera if an orientation is given. */
export async function makeImage(format: ImageFormat, options: ImageOptions = {}): Promise<Buffer> {
  const image = draw(options);
  if (options.orientation !== undefined) {
    image.withMetadata({ orientation: options.orientation }).withExifMerge({
      IFD0: { Make: camera },
      IFD3: { GPSLatitude: location, GPSLatitudeRef: "N" },
    });
  }
  return image.toFormat(format).toBuffer();
}

/** An animation of frames of different colours. */
export function makeAnimation(format: "gif" | "webp", frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(8 * 8 * 3 * frames);
  for (let frame = 0; frame < frames; frame++) pixels.fill(frame * 37, frame * 192, frame * 192 + 100);
  return sharp(pixels, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .toFormat(format, { loop: 0 })
    .toBuffer();
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A grey PNG with these dimensions in its header, and `content` as its compressed pixels. */
export function makePngHeader(width: number, height: number, content = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(content, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A black PNG of one bit per pixel: a few kilobytes that decode to any size. */
export function makePngBomb(width: number, height: number): Buffer {
  return makePngHeader(width, height, Buffer.alloc((Math.ceil(width / 8) + 1) * height));
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function trackHeader(width: number, height: number, rotated: boolean): Buffer {
  const header = Buffer.alloc(84);
  const [a, b, c, d] = rotated ? [0, 1, -1, 0] : [1, 0, 0, 1];
  for (const [at, value = 0] of [
    [40, a],
    [44, b],
    [52, c],
    [56, d],
  ] as const)
    header.writeInt32BE(value * 65_536, at);
  header.writeUInt16BE(width, 76);
  header.writeUInt16BE(height, 80);
  return box("tkhd", header);
}

/** An MP4 without frames: an audio track, a video track of this size, and a location. */
export function makeMp4(width: number, height: number, { rotated = false } = {}): Buffer {
  const place = box("udta", box("©xyz", Buffer.from("+52.5200+013.4050/")));
  return Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\x02\0isommp41", "latin1")),
    box("mdat", Buffer.alloc(5_000, 7)),
    box(
      "moov",
      box("trak", trackHeader(0, 0, false)),
      box("trak", trackHeader(width, height, rotated), place),
      place,
    ),
  ]);
}

function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([Buffer.from(id, "hex"), size, body]);
}

/** A WebM without frames. */
export function makeWebm(width: number, height: number): Buffer {
  const number = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const video = element("e0", element("b0", number(width)), element("ba", number(height)));
  return Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from("webm"))),
    element("18538067", element("1654ae6b", element("ae", video))),
  ]);
}
