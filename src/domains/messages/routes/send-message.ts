import Type from "typebox";
import { invalid } from "../../../declare/error.ts";
import { route } from "../../../declare/route.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { speechErrors } from "../actions/check-speech.ts";
import { speak } from "../actions/speak.ts";
import { MessageDraft } from "../draft-model.ts";
import { MessageSent, SlowmodesTold } from "../events.ts";
import { Message } from "../model.ts";
import { findBadColour } from "../rules/colours.ts";

export const sendMessage = route({
  id: "message_send_message_send",
  method: "POST",
  path: "/channels/:target/messages",
  summary: "Send a message to a channel.",
  auth: "user",
  limit: { bucket: "messaging", by: "target" },
  headers: Type.Object({
    "idempotency-key": Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "A call with the same key is refused." }),
    ),
  }),
  body: MessageDraft,
  reply: Message,
  errors: [...speechErrors, "InSlowmode"],
  emits: [MessageSent, SlowmodesTold, ChannelUpdated],
  async handleInSteps({ params, headers, body: draft, caller, write, fail }) {
    const bad = findBadColour(draft);
    if (bad) throw invalid(`${bad}: must be a colour`);
    const key = headers["idempotency-key"];
    const said = await write((tx) => speak(tx, { channelId: params.target, draft, key, caller }));
    // Only now, since those who have to wait are told of it, and what is told must be committed.
    if ("retryAfter" in said) throw fail("InSlowmode", { retry_after: said.retryAfter });
    return said;
  },
});
