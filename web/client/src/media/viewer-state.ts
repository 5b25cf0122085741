import { createSignal } from "solid-js";
import type { Size } from "./fit-size.ts";

/** A picture that the viewer shows. */
export interface ViewedPicture {
  readonly name: string;
  /** A small version, which is there already, until the original is. */
  readonly previewUrl: string;
  readonly originalUrl: string;
  readonly size: Size;
  /** The address on the site that it comes from. Files of this server have none: their originals are only saved. */
  readonly source?: string;
}

interface Viewed {
  readonly pictures: readonly ViewedPicture[];
  readonly index: number;
}

const [viewed, setViewed] = createSignal<Viewed>();

/**
 * What the viewer shows, if it is open. It stands outside of the list, which drops and makes rows as it likes.
 */
export { viewed };

export function openViewer(pictures: readonly ViewedPicture[], index: number): void {
  setViewed({ pictures, index });
}

export function closeViewer(): void {
  setViewed(undefined);
}
