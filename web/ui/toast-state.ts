import { createSignal } from "solid-js";

interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
  /** It takes back what the toast says: that of all equal ones. Of other actions, the latest is done. */
  readonly isUndo?: boolean;
  /** How long it can be done, in milliseconds. The toast goes with it, even while somebody points at it. */
  readonly lasts?: number;
}

export interface ToastContent {
  readonly text: string;
  readonly isError?: boolean;
  readonly action?: ToastAction;
}

/** A toast that is shown or waits for its turn, and how often it was asked for. */
export interface ToastState {
  readonly content: ToastContent;
  count(): number;
  action(): ToastAction | undefined;
  repeat(content: ToastContent): void;
  element: HTMLElement | undefined;
}

export function createToastState(content: ToastContent): ToastState {
  const [contents, setContents] = createSignal([content]);
  return {
    content,
    count: () => contents().length,
    action() {
      const actions = contents().flatMap(({ action }) => action ?? []);
      const latest = actions.at(-1);
      if (!latest?.isUndo) return latest;
      return { ...latest, onClick: () => actions.forEach(({ onClick }) => void onClick()) };
    },
    repeat: (equal) => void setContents((all) => [...all, equal]),
    element: undefined,
  };
}
