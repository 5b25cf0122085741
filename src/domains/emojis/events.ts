import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { Emoji } from "../members/index.ts";

/** The server that the emoji belongs to, or belonged to until this event. */
interface EmojiReach {
  readonly server: string;
}

export const EmojiCreated = event({
  name: "EmojiCreate",
  doc: "An emoji was created. Sent to the members of its server.",
  payload: Emoji,
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});

export const EmojiRenamed = event({
  name: "EmojiUpdate",
  doc: "An emoji was renamed. Sent to the members of its server.",
  payload: Type.Object({ id: Id, data: Type.Object({ name: Type.String() }) }),
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});

export const EmojiDeleted = event({
  name: "EmojiDelete",
  doc: "An emoji was deleted. Sent to the members of its server.",
  payload: Type.Object({ id: Id }),
  audience: (_emoji, { server }: EmojiReach) => [topic.server(server)],
});
