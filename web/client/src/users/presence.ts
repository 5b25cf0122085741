import type { Presence } from "@ui/avatar.tsx";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";

const shown: Record<string, Presence> = {
  Online: "online",
  Idle: "idle",
  Focus: "focus",
  Busy: "busy",
  Invisible: "offline",
};

/** How a user appears to others: the chosen presence while they are connected. */
export function presenceOf(user: User): Presence {
  if (!user.online) return "offline";
  return shown[user.status?.presence ?? "Online"] ?? "online";
}

/** The presence of a user in words. */
export const presenceText = (user: User) => t().people.presences[presenceOf(user)];
