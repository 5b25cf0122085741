import type { LucideIcon } from "@ui/icons.ts";
import type { OwnPresence } from "./own-status.ts";
import styles from "./presence-mark.module.css";

const mark =
  (presence: string): LucideIcon =>
  () => <span class={styles.mark} data-presence={presence} aria-hidden="true" />;

/** The marks of the presences in the place of icons, for menus. */
export const presenceIcons: Record<OwnPresence, LucideIcon> = {
  Online: mark("online"),
  Idle: mark("idle"),
  Focus: mark("focus"),
  Busy: mark("busy"),
  Invisible: mark("offline"),
};
