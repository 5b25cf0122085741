import { listen } from "@ui/listen.ts";
import { toastsKey } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";

type OpenPanel = "switcher" | "keyboard" | undefined;

/** What the keys of the whole client do; each is a line of the page that `?` opens. */
export const shortcuts = [
  { keys: ["Ctrl", "K"], name: "quickSwitcher" },
  { keys: ["Alt", "↑"], name: "previousChannel" },
  { keys: ["Alt", "↓"], name: "nextChannel" },
  { keys: ["Alt", "Shift", "↓"], name: "nextUnread" },
  { keys: ["Ctrl", "Alt", "↓"], name: "nextServer" },
  { keys: ["Ctrl", "Alt", "↑"], name: "previousServer" },
  { keys: ["Ctrl", "F"], name: "search" },
  { keys: ["Esc"], name: "markRead" },
  { keys: ["↑"], name: "editLast" },
  { keys: ["Enter"], name: "send" },
  { keys: ["Shift", "Enter"], name: "newLine" },
  { keys: ["Ctrl", "Shift", "M"], name: "mute" },
  { keys: ["Ctrl", "Shift", "D"], name: "deafen" },
  { keys: [toastsKey], name: "notices" },
  { keys: ["Ctrl", ","], name: "settings" },
  { keys: ["?"], name: "keyboard" },
] as const;

export interface ShortcutActions {
  step(by: -1 | 1, onlyUnread: boolean): void;
  stepServer(by: -1 | 1): void;
  openSettings(): void;
}

/** Listens to the keys of the whole client, and returns which panel they have opened. */
export function listenToShortcuts(actions: ShortcutActions) {
  const [panel, setPanel] = createSignal<OpenPanel>();

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const control = event.ctrlKey || event.metaKey;
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (control && event.key.toLowerCase() === "k") return () => setPanel("switcher");
    if (control && event.key === ",") return actions.openSettings;
    if (event.altKey && step) {
      return control ? () => actions.stepServer(step) : () => actions.step(step, event.shiftKey);
    }
    if (event.key === "?" && !control && !isTyping(event.target)) return () => setPanel("keyboard");
    return undefined;
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.defaultPrevented ? undefined : actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  };
  listen(window, "keydown", onKeyDown);
  return { panel, close: () => setPanel(undefined) };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
