import { lazy, onCleanup, Show, Suspense } from "solid-js";
import { closeViewer, viewed } from "./viewer-state.ts";

const Viewer = lazy(() => import("./viewer.tsx"));

/** The place of the viewer; once on a page with pictures. */
export function ViewerHost() {
  onCleanup(closeViewer);
  return (
    <Show when={viewed()} keyed>
      {({ pictures, index }) => (
        <Suspense>
          <Viewer pictures={pictures} first={index} onClose={closeViewer} />
        </Suspense>
      )}
    </Show>
  );
}
