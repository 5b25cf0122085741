import type { SystemMessageChannels } from "../model.ts";
import type { ServerRow } from "../tables.ts";

/** The channel in which a server tells of this, if one was chosen. */
export function systemMessageChannel(
  { system_messages }: Pick<ServerRow, "system_messages">,
  kind: keyof SystemMessageChannels,
): string | undefined {
  return system_messages === null ? undefined : (JSON.parse(system_messages) as SystemMessageChannels)[kind];
}
