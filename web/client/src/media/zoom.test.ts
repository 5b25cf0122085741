import { expect, test } from "bun:test";
import { largestScale, panBy, wholeImage, zoomAt } from "./zoom.ts";

const view = { width: 1000, height: 800 };
const fitted = { width: 1000, height: 500 };
const middle = { x: 0, y: 0 };

test("zooming at a point keeps what is under it", () => {
  const zoom = zoomAt(wholeImage, 2, { x: 200, y: 100 }, fitted, view);
  expect(zoom).toEqual({ scale: 2, x: -200, y: -100 });
});

test("an image is never smaller than the view, nor larger than the bound", () => {
  expect(zoomAt(wholeImage, 0.1, { x: 300, y: 0 }, fitted, view)).toEqual(wholeImage);
  expect(zoomAt(wholeImage, 1000, middle, fitted, view).scale).toBe(largestScale);
});

test("zooming out at the edge brings the image back to the middle", () => {
  const zoomed = zoomAt(wholeImage, 4, { x: 500, y: 400 }, fitted, view);
  expect(zoomAt(zoomed, 0.25, { x: -500, y: -400 }, fitted, view)).toEqual(wholeImage);
});

test("panning stops at the edges, and does not move what is seen whole", () => {
  expect(panBy(wholeImage, { x: 50, y: 50 }, fitted, view)).toEqual(wholeImage);
  const zoomed = zoomAt(wholeImage, 2, middle, fitted, view);
  expect(panBy(zoomed, { x: 9_999, y: -9_999 }, fitted, view)).toEqual({ scale: 2, x: 500, y: -100 });
});
