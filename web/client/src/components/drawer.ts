import { createSignal } from "solid-js";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

const drawerOf = sessionState(() => {
  const [isOpen, setOpen] = createSignal(false);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
});

/** The lists of servers and channels, which are a drawer on narrow screens. */
export const useDrawer = () => drawerOf(useClient());
