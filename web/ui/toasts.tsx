import { List, Region, toaster } from "@kobalte/core/toast";
import { createSignal, onCleanup, Show } from "solid-js";
import { rememberFocus } from "./focus-return.ts";
import { ToastCard, type ToastWords } from "./toast-card.tsx";
import { createToastState, type ToastContent, type ToastState } from "./toast-state.ts";
import styles from "./toasts.module.css";

class ToastRequest extends Event {
  readonly content: ToastContent;

  constructor(content: ToastContent) {
    super("toast");
    this.content = content;
  }
}

/** Carries requests to the place where toasts appear, which keeps all that is known of them. */
const requests = new EventTarget();

/** Shows a notice at the edge of the page for a few seconds. A repeat of a visible one is counted. */
export function notify(text: string, options: Omit<ToastContent, "text"> = {}): void {
  requests.dispatchEvent(new ToastRequest({ text, ...options }));
}

/** The key that leads to the toasts. */
export const toastsKey = "F8";

interface ToastsProps {
  /** The edge of the page where nothing is that one reads or presses next. */
  readonly edge: "top" | "bottom";
  /** The key that leads to them, if it is not the usual one. */
  readonly keys?: string;
  readonly words: ToastWords & { readonly label: string };
}

/** The place where toasts appear; once on a page. */
export function Toasts(props: ToastsProps) {
  /** By kind and text. */
  const shown = new Map<string, ToastState>();
  const [size, setSize] = createSignal(0);
  let giveFocusBack = () => {};

  const show = (content: ToastContent) => {
    const key = `${content.isError ? "error" : "status"} ${content.text}`;
    const equal = shown.get(key);
    // Nobody would see the count of one that is going.
    if (equal && !equal.element?.hasAttribute("data-closed")) return equal.repeat(content);
    const state = createToastState(content);
    shown.set(key, state);
    setSize((before) => before + 1);
    toaster.show((toast) => {
      onCleanup(() => {
        if (shown.get(key) === state) shown.delete(key);
        setSize((before) => before - 1);
      });
      return <ToastCard toastId={toast.toastId} state={state} words={props.words} onLeave={moveFocusFrom} />;
    });
  };
  const moveFocusFrom = (toast: HTMLElement) => {
    const focused = document.activeElement;
    if (!toast.contains(focused)) return;
    const others = [...(toast.parentElement?.querySelectorAll<HTMLElement>(":scope > [data-opened]") ?? [])];
    const next = others.find((other) => other !== toast);
    // After a click the focus returns to the field; keyboard users stay with the toasts.
    if (next && focused?.matches(":focus-visible")) next.focus();
    else giveFocusBack();
  };

  const onRequest = (event: Event) => event instanceof ToastRequest && show(event.content);
  requests.addEventListener("toast", onRequest);
  onCleanup(() => requests.removeEventListener("toast", onRequest));
  // The place itself is always there: what comes into a part that is new is not spoken by every screen reader. The
  // library leaves it reachable while a dialog is open.
  return (
    <div class={styles.place} data-toasts="" data-edge={props.edge} aria-live="polite" data-kb-top-layer="">
      <Show when={size() > 0}>
        <ToastList
          label={props.words.label}
          keys={props.keys ?? toastsKey}
          onEnter={(from) => {
            giveFocusBack = rememberFocus(from);
          }}
        />
      </Show>
    </div>
  );
}

interface ToastListProps {
  readonly label: string;
  readonly keys: string;
  readonly onEnter: (from: Element | null) => void;
}

/** In the page only while there are toasts: the key would take the focus into an empty list. */
function ToastList(props: ToastListProps) {
  // Above the keyboard of a phone, a pile would leave no room for the messages.
  const limit = matchMedia("(height < 520px)").matches ? 1 : 3;
  const swipeDirection = document.dir === "rtl" ? "left" : "right";
  const onFocusIn = (event: FocusEvent & { readonly currentTarget: HTMLElement }) => {
    const from = event.relatedTarget instanceof Element ? event.relatedTarget : null;
    if (!event.currentTarget.contains(from)) props.onEnter(from);
  };
  // It has closed a toast, and does nothing else.
  const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && event.preventDefault();
  return (
    <Region
      class={styles.region}
      aria-label={`${props.label} (${props.keys})`}
      hotkey={[props.keys]}
      limit={limit}
      swipeDirection={swipeDirection}
    >
      <List as="div" data-list="" class={styles.list} onFocusIn={onFocusIn} onKeyDown={onKeyDown} />
    </Region>
  );
}
