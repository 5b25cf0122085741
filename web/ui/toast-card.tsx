import { Root, useToastContext } from "@kobalte/core/toast";
import { createEffect, onCleanup, Show } from "solid-js";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { X } from "./icons.ts";
import type { ToastState } from "./toast-state.ts";
import styles from "./toasts.module.css";

/** How long a toast is shown, in milliseconds, while nobody points at it and the focus is elsewhere. */
const shownFor = 6_000;
const shownForWithAction = 10_000;

export interface ToastWords {
  readonly close: string;
  /** Says how often a toast was asked for. */
  readonly times: (count: number) => string;
}

interface ToastCardProps {
  readonly toastId: number;
  readonly state: ToastState;
  readonly words: ToastWords;
  /** It goes, and is still in the page. */
  readonly onLeave: (element: HTMLElement) => void;
}

/** One toast. */
export function ToastCard(props: ToastCardProps) {
  const { state } = props;
  const usual = () => (state.action() ? shownForWithAction : shownFor);
  return (
    <Root
      as="div"
      ref={(element: HTMLElement) => {
        state.element = element;
      }}
      toastId={props.toastId}
      class={styles.toast}
      role={state.content.isError ? "alert" : "status"}
      priority={state.content.isError ? "high" : "low"}
      data-error={state.content.isError ? "" : undefined}
      // The library counts the time again when it is another one.
      duration={usual() + state.count()}
    >
      <ToastBody {...props} />
    </Root>
  );
}

function ToastBody(props: ToastCardProps) {
  const { state } = props;
  const { close } = useToastContext();
  onCleanup(() => state.element && props.onLeave(state.element));
  createEffect(() => {
    const lasts = state.action()?.lasts;
    if (lasts === undefined) return;
    const timer = setTimeout(close, lasts);
    onCleanup(() => clearTimeout(timer));
  });
  const unlessSwiped = (action: () => void) => (event: MouseEvent) => {
    if (event.defaultPrevented) return;
    close();
    action();
  };
  return (
    <>
      <span class={styles.text}>
        {state.content.text}
        {/* Spoken by itself and politely, also for an error: its text has been heard. */}
        <span aria-live="polite" aria-atomic="true">
          <Show when={state.count() > 1}>
            <span class={styles.count} aria-hidden="true">{`×${state.count()}`}</span>
            <span class="visually-hidden">{props.words.times(state.count())}</span>
          </Show>
        </span>
      </span>
      <Show when={state.action()}>
        {(action) => (
          <Button variant="link" class={styles.action} onClick={unlessSwiped(() => action().onClick())}>
            {action().label}
          </Button>
        )}
      </Show>
      <IconButton icon={X} label={props.words.close} onClick={unlessSwiped(() => {})} />
    </>
  );
}
