const maxPixels = 40_000_000;
const maxSeconds = 20;

/** The first frame as WebP, no larger than the box and than it was; undefined if it cannot be decoded. */
export async function renderPreview(
  picture: Uint8Array,
  box: { readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { default: sharp } = await import("sharp");
  try {
    const rendered = await sharp(picture, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize({ ...box, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .timeout({ seconds: maxSeconds })
      .toBuffer();
    return new Uint8Array(rendered);
  } catch {
    return undefined;
  }
}
