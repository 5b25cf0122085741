import { route } from "../../../declare/route.ts";
import { limitTier } from "../../accounts/index.ts";
import { editOwnMessage } from "../actions/edit-message.ts";
import { messageTarget } from "../actions/message-target.ts";
import { MessageEdit } from "../draft-model.ts";
import { MessageUpdated } from "../events.ts";
import { Message } from "../model.ts";
import { assertColours, draftBytes } from "../rules/draft.ts";

export const editMessageRoute = route({
  id: "message_edit_edit",
  method: "PATCH",
  path: "/channels/:target/messages/:msg",
  summary: "Edit a message that one wrote.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: "SendMessage",
  enforces: {
    permissions: ["SendEmbeds", "UseExternalEmojis"],
    why: "Editing the message of another author is refused first, whatever the edit contains.",
  },
  body: MessageEdit,
  validate({ body, caller, services, fail }) {
    assertColours(body);
    const { message_length } = limitTier(caller.userId, services.clock.now(), services.config);
    if (draftBytes(body) > message_length) throw fail("PayloadTooLarge");
  },
  reply: Message,
  errors: ["PayloadTooLarge", "NotFound", "MissingPermission", "CannotEditMessage"],
  emits: [MessageUpdated],
  handle: ({ access, body, caller, tx }) => editOwnMessage(tx, access, { edit: body, by: caller.userId }),
});
