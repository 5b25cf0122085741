/** Width by height of a tile. */
const shape = 16 / 9;

/** In narrower tiles nobody would recognize anybody. Three fit next to each other on a phone. */
const least = 112;

/** How wide tiles of one size are, in pixels: so that all of them fit into an area, unless they would be too small. */
export function tileWidth(
  count: number,
  area: { readonly width: number; readonly height: number },
  gap: number,
): number {
  let widest = 0;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const width = (area.width - gap * (columns - 1)) / columns;
    const height = (area.height - gap * (rows - 1)) / rows;
    widest = Math.max(widest, Math.min(width, height * shape));
  }
  return Math.floor(Math.max(widest, Math.min(least, area.width)));
}
