import { createSignal } from "solid-js";
import { useClient } from "../session/context.tsx";
import { sessionState } from "../session/session-state.ts";

const drawerOf = sessionState(() => {
  const [isOpen, setOpen] = createSignal(false);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
});

/** The lists of servers and channels, which are a drawer on narrow screens. */
export const useDrawer = () => drawerOf(useClient());
