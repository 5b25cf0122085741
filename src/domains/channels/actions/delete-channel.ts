import type { Tx } from "../../../declare/tx.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ServerUpdated } from "../../members/index.ts";
import { type ChannelDeleted, ChannelUpdated, type GroupLeft } from "../events.ts";
import type { Channel } from "../model.ts";
import { overridesOf } from "../rules/text-channel.ts";
import { updateChannel } from "../store/channels.ts";
import { deleteTextChannel } from "./delete-text-channel.ts";
import { leaveGroup } from "./leave-group.ts";

interface ChannelDeletion {
  readonly by: string;
  readonly reason: string | undefined;
  /** Leave a group without a system message. */
  readonly silently: boolean | undefined;
}

/** Deletes a channel of a server, leaves a group, or closes a direct message. */
export async function deleteChannel(
  tx: Tx<typeof ChannelDeleted | typeof ChannelUpdated | typeof GroupLeft | typeof ServerUpdated, "NoEffect">,
  channel: Channel,
  { by, reason, silently }: ChannelDeletion,
): Promise<void> {
  switch (channel.channel_type) {
    case "DirectMessage": {
      if (!channel.active) return;
      await updateChannel(tx, channel._id, { active: 0 });
      tx.emit(ChannelUpdated, { id: channel._id, data: { active: false }, clear: [] });
      return;
    }
    case "Group": {
      if (!channel.recipients.includes(by)) throw tx.fail("NoEffect");
      const systemMessage = silently ? undefined : ({ type: "user_left", id: by } as const);
      await leaveGroup(tx, channel, { userId: by, systemMessage });
      return;
    }
    case "TextChannel": {
      const action = { type: "ChannelDelete", channel: channel._id, name: channel.name } as const;
      await Promise.all([
        deleteTextChannel(tx, channel),
        recordAudit(tx, { server: channel.server, by, reason, action, overrides: overridesOf(channel) }),
      ]);
      return;
    }
    case "SavedMessages":
      throw tx.fail("NoEffect");
  }
}
