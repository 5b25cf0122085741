import { resource } from "../../declare/resource.ts";
import { Semaphore } from "../../platform/concurrency/semaphore.ts";

/** An empty preview marks an image that cannot be decoded, so that no request tries it again. */
export interface PreparedPreview {
  readonly size: number;
  /** Absent where the preview was stored before. */
  readonly rendered?: Uint8Array<ArrayBuffer>;
}

/** The previews that are being rendered or stored, by blob key. */
class PreviewsInFlight {
  /** Whole images are in memory while they are rendered. */
  readonly semaphore = new Semaphore(2);
  readonly byKey = new Map<string, Promise<PreparedPreview>>();
  /** A preview is stored after the response that needed it, so a server that stops waits for it. */
  readonly storing = new Set<Promise<void>>();

  async [Symbol.asyncDispose](): Promise<void> {
    while (this.storing.size > 0) await Promise.all(this.storing);
  }
}

export const previewsInFlight = resource({ name: "previews in flight", open: () => new PreviewsInFlight() });
