export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest image in the list of messages. */
const largestInList: Size = { width: 400, height: 300 };
/** Below this size nobody can hit it, and a notice in its place would not fit. */
const smallest = 48;

/** The size at which an image is shown: inside the bounds, never enlarged, and known before it is loaded. */
export function fitSize({ width, height }: Size, bounds: Size = largestInList): Size {
  if (!(width > 0 && height > 0)) return { width: bounds.width, height: Math.round(bounds.width * 0.5625) };
  const fitted = fitWithin({ width, height }, bounds);
  return {
    width: Math.max(smallest, Math.round(fitted.width)),
    height: Math.max(smallest, Math.round(fitted.height)),
  };
}

/** The size inside the bounds in the same proportions, never enlarged. */
export function fitWithin({ width, height }: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / width, bounds.height / height);
  return { width: width * scale, height: height * scale };
}

/** The place that an image takes: this wide where there is room, and narrower in the same proportions. */
export function sizeStyle(size: Size): { readonly "inline-size": string; readonly "aspect-ratio": string } {
  return { "inline-size": `${size.width}px`, "aspect-ratio": `${size.width} / ${size.height}` };
}
