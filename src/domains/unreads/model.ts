import Type, { type Static } from "typebox";
import { Id, model } from "../../protocol/schema.ts";

export const ChannelUnread = model("ChannelUnread", "How far a user has read a channel.", {
  _id: model("ChannelCompositeKey", "Whose, and of which channel.", { channel: Id, user: Id }),
  last_id: Type.Optional(Type.String({ description: "The last message that was read." })),
  mentions: Type.Optional(
    Type.Array(Id, { description: "Messages that mention the user and are not read yet; absent if none." }),
  ),
});
export type ChannelUnread = Static<typeof ChannelUnread>;
