import type { JSX } from "solid-js";
import { createSignal, onCleanup, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Button } from "./button.tsx";
import { type LucideIcon, TriangleAlert } from "./icons.ts";
import styles from "./state.module.css";

interface StateAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** What a list or page shows when there is nothing in it: a sentence and one action. */
export function EmptyState(props: {
  readonly title: string;
  readonly icon?: LucideIcon;
  readonly children?: JSX.Element;
  /** Whether there is nothing else on the page, so that this is what the page is called. */
  readonly isPage?: boolean;
  readonly action?: StateAction;
  /** The other answer, where the state is a question. */
  readonly alternative?: StateAction;
}) {
  return (
    <div class={styles.state}>
      <Show when={props.icon}>{(icon) => <StateIcon icon={icon()} />}</Show>
      <Dynamic component={props.isPage ? "h1" : "h2"} class={styles.title}>
        {props.title}
      </Dynamic>
      <Show when={props.children}>
        <p class={styles.text}>{props.children}</p>
      </Show>
      <Show when={props.action}>
        {(action) => (
          <Button variant="primary" onClick={() => action().onClick()}>
            {action().label}
          </Button>
        )}
      </Show>
      <Show when={props.alternative}>
        {(other) => <Button onClick={() => other().onClick()}>{other().label}</Button>}
      </Show>
    </div>
  );
}

/** What a list or page shows when it could not be loaded. */
export function FailedState(props: {
  readonly message: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
}) {
  return (
    <div class={styles.state} role="alert">
      <StateIcon icon={TriangleAlert} />
      <p class={styles.text}>{props.message}</p>
      <Button onClick={props.onRetry}>{props.retryLabel}</Button>
    </div>
  );
}

function StateIcon(props: { readonly icon: LucideIcon }) {
  return (
    <span class={styles.icon}>
      <Dynamic component={props.icon} size={24} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

/**
 * Placeholders for content that is being loaded: lines, or rows of an image with lines next to it, from the end upwards
 * for messages. They appear after a moment, so that quick loads do not flash.
 */
export function Skeleton(props: {
  readonly lines: number;
  readonly label: string;
  readonly shape?: "people" | "messages";
}) {
  const [isShown, setShown] = createSignal(false);
  const timer = setTimeout(() => setShown(true), 150);
  onCleanup(() => clearTimeout(timer));
  return (
    <div class={styles.skeleton} data-shape={props.shape} role="status" aria-label={props.label}>
      <Show when={isShown()}>
        {Array.from({ length: props.lines }, () => (
          <Show when={props.shape} fallback={<span class={styles.line} />}>
            <span class={styles.row}>
              <span />
              <span class={styles.words} />
            </span>
          </Show>
        ))}
      </Show>
    </div>
  );
}
