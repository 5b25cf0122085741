import { useLocation } from "@solidjs/router";
import { Dialog } from "@ui/dialog.tsx";
import {
  type Component,
  type ComponentProps,
  createEffect,
  createSignal,
  ErrorBoundary,
  For,
  type JSX,
  on,
  onCleanup,
  Suspense,
} from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import { Failure } from "./failure.tsx";
import { ConfirmDialog } from "./form-dialog.tsx";

interface Closable {
  readonly onClose: () => void;
}
type Content = (closable: Closable) => JSX.Element;

const [open, setOpen] = createSignal<readonly Content[]>([]);

/** Shows a dialog from anywhere, such as the line of a menu. It goes when it calls `onClose`. */
export function openDialog<P extends Closable>(dialog: Component<P>, props: Omit<P, "onClose">): void {
  const content: Content = (closable) => <Dynamic component={dialog} {...({ ...props, ...closable } as P)} />;
  setOpen((all) => [...all, content]);
}

/** Asks before something that cannot be undone. */
export function openConfirm(confirmation: Omit<ComponentProps<typeof ConfirmDialog>, "onClose">): void {
  openDialog(ConfirmDialog, confirmation);
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
            <Suspense>{content({ onClose: close })}</Suspense>
          </ErrorBoundary>
        );
      }}
    </For>
  );
}
