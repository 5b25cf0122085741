import { resource } from "../../../declare/resource.ts";
import type { ImageDecoder } from "../../../platform/images/image-decoder.ts";
import { avatarDrawingOf, avatarDrawings } from "../rules/avatar-drawing.ts";

type Png = Uint8Array<ArrayBuffer>;

/** The images of users without an avatar. Each is rendered once, when it is first requested. */
export class DefaultAvatars {
  readonly #images: ImageDecoder;
  readonly #rendered = new Map<number, Promise<Png>>();

  constructor(images: ImageDecoder) {
    this.#images = images;
  }

  render(target: string): Promise<Png> {
    const index = avatarDrawingOf(target);
    const known = this.#rendered.get(index);
    if (known) return known;
    const image = this.#draw(avatarDrawings[index] ?? "");
    this.#rendered.set(index, image);
    // A failure is not kept: the next request renders it again.
    image.catch(() => this.#rendered.delete(index));
    return image;
  }

  async #draw(drawing: string): Promise<Png> {
    const png = await this.#images.run((sharp) =>
      sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer(),
    );
    return new Uint8Array(png);
  }
}

export const defaultAvatars = resource({
  name: "default avatars",
  open: ({ images }) => new DefaultAvatars(images),
});
