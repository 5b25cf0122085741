import { invalid } from "../../../declare/error.ts";
import { limitTier } from "../../../declare/limit-tier.ts";
import { route } from "../../../declare/route.ts";
import { assertAllowed } from "../../channels/index.ts";
import { lookAtMessage } from "../actions/look-at-message.ts";
import { rewriteMessage } from "../actions/rewrite-message.ts";
import { askForLinks } from "../actions/speak.ts";
import { MessageEdit } from "../draft-model.ts";
import { MessageUpdated } from "../events.ts";
import { Message } from "../model.ts";
import { findBadColour } from "../rules/colours.ts";
import { draftBytes } from "../rules/draft-size.ts";

export const editMessage = route({
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
    const looking = { db: tx, caller, fail };
    const { sighting, message } = await lookAtMessage(looking, params, "SendMessage");
    if (message.author_id !== caller.userId) throw fail("CannotEditMessage");
    if (body.embeds) assertAllowed(looking, sighting, "SendEmbeds");
    const edited = await rewriteMessage(tx, message, body);
    if (body.content !== undefined) await askForLinks(tx, sighting, { ...message, content: body.content });
    return edited;
  },
});
