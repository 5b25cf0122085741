import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import { editMessage } from "../actions/edit-message.ts";
import { requireMessage } from "../actions/require-message.ts";
import { enqueueLinkEmbeds } from "../actions/send-message.ts";
import { MessageEdit } from "../draft-model.ts";
import { MessageUpdated } from "../events.ts";
import { Message } from "../model.ts";
import { findBadColour } from "../rules/colours.ts";
import { draftBytes } from "../rules/draft-size.ts";

export const editMessageRoute = route({
  id: "message_edit_edit",
  method: "PATCH",
  path: "/channels/:target/messages/:msg",
  summary: "Edit a message that one wrote.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  body: MessageEdit,
  reply: Message,
  errors: ["PayloadTooLarge", "NotFound", "MissingPermission", "CannotEditMessage"],
  emits: [MessageUpdated],
  async handle({ params, body, caller, services, tx, fail }) {
    const bad = findBadColour(body);
    if (bad) throw invalid(`${bad}: must be a colour`);
    const { message_length } = limitTier(caller.userId, services.clock.now(), services.config);
    if (draftBytes(body) > message_length) throw fail("PayloadTooLarge");
    const context = { db: tx, caller, fail };
    const { access, message } = await requireMessage(context, params, "SendMessage");
    if (message.author_id !== caller.userId) throw fail("CannotEditMessage");
    if (body.embeds) assertChannelPermission(context, access, "SendEmbeds");
    const edited = await editMessage(tx, message, body);
    if (body.content !== undefined)
      await enqueueLinkEmbeds(tx, access, { ...message, content: body.content });
    return edited;
  },
});
