import { createSignal, For, Show } from "solid-js";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { X } from "./icons.ts";
import styles from "./toasts.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly action?: ToastAction;
}

interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let lastId = 0;

const shownFor = 6_000;
const shownForWithAction = 10_000;

/** Says something at the edge of the page for a few seconds. */
export function notify(text: string, options: { isError?: boolean; action?: ToastAction } = {}): void {
  lastId += 1;
  const toast = { id: lastId, text, isError: options.isError ?? false, action: options.action };
  setToasts((all) => [...all.slice(-2), toast]);
  setTimeout(() => dismiss(toast.id), options.action ? shownForWithAction : shownFor);
}

function dismiss(id: number): void {
  setToasts((all) => all.filter((toast) => toast.id !== id));
}

/** The place where toasts appear; once on a page. */
export function Toasts(props: { readonly closeLabel: string }) {
  return (
    <div class={styles.toasts} role="status" aria-live="polite">
      <For each={toasts()}>
        {(toast) => (
          <div class={styles.toast} data-error={toast.isError ? "" : undefined}>
            <span class={styles.text}>{toast.text}</span>
            <Show when={toast.action}>
              {(action) => (
                <Button
                  look="link"
                  onClick={() => {
                    dismiss(toast.id);
                    action().onClick();
                  }}
                >
                  {action().label}
                </Button>
              )}
            </Show>
            <IconButton icon={X} label={props.closeLabel} onClick={() => dismiss(toast.id)} />
          </div>
        )}
      </For>
    </div>
  );
}
