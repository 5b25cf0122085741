import type { ImageDecoder } from "../../../platform/images/image-decoder.ts";

const maxSeconds = 20;

/** Renders the first frame as WebP, no larger than the box and than the image; `never` if it cannot be decoded. */
export async function renderPreview(
  images: ImageDecoder,
  image: Uint8Array,
  { width, height, maxPixels }: { width: number; height: number; maxPixels: number },
): Promise<Uint8Array<ArrayBuffer> | "never" | "not now"> {
  try {
    const rendered = await images.run((sharp) =>
      sharp(image, { limitInputPixels: maxPixels, failOn: "error" })
        .autoOrient()
        .resize({ width, height, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: maxSeconds })
        .toBuffer(),
    );
    return new Uint8Array(rendered);
  } catch (error) {
    // Lack of time or memory may pass.
    return /timeout|memory/i.test(String(error)) ? "not now" : "never";
  }
}
