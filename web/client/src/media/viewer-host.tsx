import { lazy, onCleanup, Show, Suspense } from "solid-js";
import { closeViewer, viewed } from "./viewer-state.ts";

const Viewer = lazy(() => import("./viewer.tsx"));

/** The place of the viewer; once on a page with images. */
export function ViewerHost() {
  onCleanup(closeViewer);
  return (
    <Show when={viewed()} keyed>
      {({ images, index }) => (
        <Suspense>
          <Viewer images={images} first={index} onClose={closeViewer} />
        </Suspense>
      )}
    </Show>
  );
}
