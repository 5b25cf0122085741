import type { SystemMessage } from "../../channels/index.ts";

/** Calls have notifications of their own. */
const unnotified: readonly SystemMessage["type"][] = ["call_started"];
/** Only in channels of servers, where only mentions cause notifications. */
const inServers: readonly SystemMessage["type"][] = ["user_joined", "user_kicked", "user_banned"];

/** Whether a system message causes notifications. */
export function isNotified({ type }: SystemMessage): boolean {
  return !unnotified.includes(type) && !inServers.includes(type);
}
