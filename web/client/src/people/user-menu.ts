import type { MenuEntry } from "@ui/menu.tsx";
import type { Server, User } from "stoat.js";

/** What can be done with a person, in a server if they are seen in one: for every context menu that shows people. */
export function userMenuEntries(_user: User, _server?: Server): readonly MenuEntry[] {
  return [];
}
