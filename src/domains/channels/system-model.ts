import Type, { type Static } from "typebox";
import { Id, named, Timestamp, tagged } from "../../protocol/schema.ts";

/** A message in a channel whose author is the server itself. */
export const SystemMessage = named(
  "SystemMessage",
  Type.Union([
    tagged("text", { content: Type.String() }),
    tagged("user_added", { id: Id, by: Id }),
    tagged("user_remove", { id: Id, by: Id }),
    tagged("user_joined", { id: Id }),
    tagged("user_left", { id: Id }),
    tagged("user_kicked", { id: Id }),
    tagged("user_banned", { id: Id }),
    tagged("channel_renamed", { name: Type.String(), by: Id }),
    tagged("channel_description_changed", { by: Id }),
    tagged("channel_icon_changed", { by: Id }),
    tagged("channel_ownership_changed", { from: Id, to: Id }),
    tagged("message_pinned", { id: Id, by: Id }),
    tagged("message_unpinned", { id: Id, by: Id }),
    tagged("call_started", { by: Id, finished_at: Type.Union([Timestamp, Type.Null()]) }),
  ]),
);
export type SystemMessage = Static<typeof SystemMessage>;
