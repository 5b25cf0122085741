import { useLocation } from "@solidjs/router";
import { Dialog } from "@ui/dialog.tsx";
import { createEffect, createSignal, ErrorBoundary, For, type JSX, on, onCleanup, Suspense } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { Failure } from "./failure.tsx";

type Content = (close: () => void) => JSX.Element;

const [open, setOpen] = createSignal<readonly Content[]>([]);

/** Shows a dialog from anywhere, such as the line of a menu. It goes when its content calls `close`. */
export function openDialog(content: Content): void {
  setOpen((all) => [...all, content]);
}

/** The place where such dialogs are rendered; once inside the frame. They belong to the page below them. */
export function Dialogs() {
  const location = useLocation();
  const closeAll = () => setOpen([]);
  createEffect(on(() => location.pathname, closeAll, { defer: true }));
  onCleanup(closeAll);
  return (
    <For each={open()}>
      {(content) => {
        const close = () => void setOpen((all) => all.filter((other) => other !== content));
        return (
          <ErrorBoundary
            fallback={(error, reset) => (
              <Dialog isBare title={t().common.componentFailed} closeLabel={t().common.close} onClose={close}>
                <Failure error={error} onRetry={reset} />
              </Dialog>
            )}
          >
            <Suspense>{content(close)}</Suspense>
          </ErrorBoundary>
        );
      }}
    </For>
  );
}
