import type { Domain } from "../../declare/domain.ts";
import {
  MessageAppended,
  MessageDeleted,
  MessageSent,
  MessagesDeleted,
  MessageUpdated,
  ReactionAdded,
  ReactionRemoved,
  ReactionsRemoved,
  SlowmodesTold,
} from "./events.ts";

export const messages: Domain = {
  name: "messages",
  events: [
    MessageSent,
    MessageUpdated,
    MessageAppended,
    MessageDeleted,
    MessagesDeleted,
    ReactionAdded,
    ReactionRemoved,
    ReactionsRemoved,
    SlowmodesTold,
  ],
};
