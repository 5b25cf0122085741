import { withSharp } from "../../../platform/pictures.ts";

const maxSeconds = 20;

/** The first frame as WebP, no larger than the box and than it was; `never` if it cannot be decoded. */
export async function renderPreview(
  picture: Uint8Array,
  { width, height, maxPixels }: { width: number; height: number; maxPixels: number },
): Promise<Uint8Array<ArrayBuffer> | "never" | "not now"> {
  try {
    const rendered = await withSharp((sharp) =>
      sharp(picture, { limitInputPixels: maxPixels, failOn: "error" })
        .autoOrient()
        .resize({ width, height, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: maxSeconds })
        .toBuffer(),
    );
    return new Uint8Array(rendered);
  } catch (error) {
    // On another day the machine may have more time, or more memory.
    return /timeout|memory/i.test(String(error)) ? "not now" : "never";
  }
}
