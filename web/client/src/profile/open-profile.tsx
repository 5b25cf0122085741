import { anchorAt } from "@ui/anchor.ts";
import { listen } from "@ui/listen.ts";
import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Server } from "../model/server.ts";

// Loaded when it is opened first.
const Profile = lazy(() => import("./profile-card.tsx"));

/** Shows the card of a person next to an element, with their roles if they are seen in a server. */
export function openProfile(userId: string, server?: Server, at = document.activeElement): void {
  const anchor = anchorAt(at);
  const onOpenProfile = (id: string) => openDialog(Profile, { userId: id, anchor, onOpenProfile });
  const open = () => openDialog(Profile, { userId, server, anchor, onOpenProfile });
  // A menu gives the focus back when it has closed, and the card closes when the focus leaves it.
  if (at?.closest("[role=menu]")) requestAnimationFrame(open);
  else open();
}

/**
 * A click on anything that bears the id of a person in `data-person` opens their card. One listener for all, because
 * rows of messages and members are made while somebody scrolls.
 */
export function openProfilesByClick(server: () => Server | undefined): void {
  listen(document, "click", ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof Element)) return;
    const element = target.closest<HTMLElement>("[data-person]");
    const userId = element?.dataset.person;
    if (userId) openProfile(userId, server(), element);
  });
}
