import type { Size } from "./fit-size.ts";

/** How an image is placed in the viewer: scale 1 fits it, and `x` and `y` move its middle from the middle of the view. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const wholeImage: Zoom = { scale: 1, x: 0, y: 0 };
export const largestScale = 8;

/** Zooms so that what is under the point (from the middle of the view) stays there. `fitted` is the size at scale 1. */
export function zoomAt(zoom: Zoom, factor: number, at: Point, fitted: Size, view: Size): Zoom {
  const scale = Math.min(largestScale, Math.max(1, zoom.scale * factor));
  const change = scale / zoom.scale;
  const moved = { scale, x: at.x - (at.x - zoom.x) * change, y: at.y - (at.y - zoom.y) * change };
  return within(moved, fitted, view);
}

export function panBy(zoom: Zoom, by: Point, fitted: Size, view: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, fitted, view);
}

/** Keeps the edges of the image outside of the view, or the image in the middle where it is smaller. */
function within({ scale, x, y }: Zoom, fitted: Size, view: Size): Zoom {
  return {
    scale,
    x: clamp(x, Math.max(0, (fitted.width * scale - view.width) / 2)),
    y: clamp(y, Math.max(0, (fitted.height * scale - view.height) / 2)),
  };
}

// `0 +` makes a negative zero a plain one.
const clamp = (value: number, most: number) => 0 + Math.min(most, Math.max(-most, value));
