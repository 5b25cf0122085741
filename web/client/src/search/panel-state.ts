import { createSignal } from "solid-js";

export type PanelKind = "search" | "pins";

interface OpenPanel {
  readonly kind: PanelKind;
  readonly channelId: string;
}

const [open, setOpen] = createSignal<OpenPanel>();
const [focusRequests, setFocusRequests] = createSignal(0);

/** How often somebody wanted to type a search. */
export { focusRequests };

/** The panel that is open beside the messages of a channel. */
export function panelOf(channelId: string): PanelKind | undefined {
  const panel = open();
  return panel?.channelId === channelId ? panel.kind : undefined;
}

export function openPanel(kind: PanelKind, channelId: string): void {
  if (panelOf(channelId) !== kind) setOpen({ kind, channelId });
  if (kind === "search") setFocusRequests((count) => count + 1);
}

export function closePanel(): void {
  setOpen(undefined);
}

/** Below this the panel covers the messages, and goes when somebody wants to see one of them. */
const beside = matchMedia("(width >= 1100px)");

export function closeCoveringPanel(): void {
  if (!beside.matches) closePanel();
}
