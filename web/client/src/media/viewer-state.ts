import { createSignal } from "solid-js";
import type { Size } from "./fit-size.ts";

/** An image that the viewer shows. */
export interface ViewedImage {
  readonly name: string;
  /** What it shows, in the words of whoever sent it. */
  readonly description?: string;
  /** A small version, which is there already, until the original is. */
  readonly previewUrl: string;
  readonly originalUrl: string;
  readonly size: Size;
  /** The address on the site that it comes from. Files of this server have none: their originals are only saved. */
  readonly source?: string;
}

interface Viewed {
  readonly images: readonly ViewedImage[];
  readonly index: number;
}

const [viewed, setViewed] = createSignal<Viewed>();

/** What the viewer shows, if it is open. It is outside of the list, which creates and drops rows at any time. */
export { viewed };

export function openViewer(images: readonly ViewedImage[], index: number): void {
  setViewed({ images, index });
}

export function closeViewer(): void {
  setViewed(undefined);
}
