import { type Command, CommandError } from "../../../declare/command.ts";
import { operatorId } from "../../audit/index.ts";
import { findAnyChannel } from "../../channels/index.ts";
import { deleteMessage } from "../actions/delete-messages.ts";
import { findMessage } from "../store/messages.ts";

export const deleteMessageCommand: Command = {
  words: ["messages", "delete"],
  args: ["channel", "message"],
  options: { reason: "why, for the audit log of the server" },
  doc: "Delete a message, by the ids of its channel and of the message: a link to a message ends with both.",
  run: ({ args: [channelId = "", id = ""], options: { reason }, write, nameTarget }) =>
    write(async (tx) => {
      const channel = await findAnyChannel(tx, channelId);
      if (!channel) throw new CommandError(`no channel has the id ${channelId}`);
      const message = await findMessage(tx, channelId, id);
      if (!message) throw new CommandError(`the channel ${channelId} has no message with the id ${id}`);
      nameTarget(id);
      await deleteMessage(tx, { channel, message }, { by: operatorId, reason });
      return [{ id, channel: channelId, author: message.author_id, deleted: true }];
    }),
};
