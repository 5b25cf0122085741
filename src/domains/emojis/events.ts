import Type from "typebox";
import { event, topic } from "../../protocol/event.ts";
import { Id } from "../../protocol/schema.ts";
import { Emoji } from "../servers/index.ts";

/** Of which server the emoji is, or was until now. */
export interface EmojiReach {
  readonly server: string;
}

export const EmojiCreated = event({
  name: "EmojiCreate",
  doc: "A server has a new emoji. Its members hear of it.",
  payload: Emoji,
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});

export const EmojiRenamed = event({
  name: "EmojiUpdate",
  doc: "An emoji has another name. The members of its server hear of it.",
  payload: Type.Object({ id: Id, data: Type.Object({ name: Type.String() }) }),
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});

export const EmojiDeleted = event({
  name: "EmojiDelete",
  doc: "A server has lost an emoji. Its members hear of it.",
  payload: Type.Object({ id: Id }),
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});
