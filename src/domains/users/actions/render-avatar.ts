import { withSharp } from "../../../platform/pictures.ts";
import { avatarDrawingOf, avatarDrawings } from "../rules/avatar-drawing.ts";

type Picture = Uint8Array<ArrayBuffer>;

const rendered = new Map<number, Promise<Picture>>();

/** The picture of a user without an avatar, as PNG. Each is rendered once, when it is first asked for. */
export function renderAvatar(target: string): Promise<Picture> {
  const index = avatarDrawingOf(target);
  const known = rendered.get(index);
  if (known) return known;
  const picture = render(avatarDrawings[index] ?? "");
  rendered.set(index, picture);
  // The next to ask may be luckier.
  picture.catch(() => rendered.delete(index));
  return picture;
}

async function render(drawing: string): Promise<Picture> {
  const png = await withSharp((sharp) => sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer());
  return new Uint8Array(png);
}
