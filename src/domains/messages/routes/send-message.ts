import { route } from "../../../declare/route.ts";
import { ApiError, invalid } from "../../../protocol/error.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { enforceSlowmode, slowmodeOf } from "../actions/enforce-slowmode.ts";
import { authorizeSend, sendMessage } from "../actions/send-message.ts";
import { sendErrors } from "../actions/validate-draft.ts";
import { MessageDraft, SendingHeaders } from "../draft-model.ts";
import { MessageSent, UserSlowmodes } from "../events.ts";
import { Message } from "../model.ts";
import { findBadColour } from "../rules/colours.ts";

export const sendMessageRoute = route({
  id: "message_send_message_send",
  method: "POST",
  path: "/channels/:target/messages",
  summary: "Send a message to a channel.",
  auth: "user",
  limit: { bucket: "messaging", by: "target" },
  headers: SendingHeaders,
  body: MessageDraft,
  reply: Message,
  errors: [...sendErrors, "IsNotBot", "InSlowmode"],
  emits: [MessageSent, UserSlowmodes, ChannelUpdated],
  async handleInSteps({ params, headers, body: draft, caller, write }) {
    const bad = findBadColour(draft);
    if (bad) throw invalid(`${bad}: must be a colour`);
    const speaking = { channelId: params.target, draft, key: headers["idempotency-key"], caller };
    let inLine: ChannelAccess[] = [];
    try {
      return await write(
        async (tx) => {
          inLine = [];
          const access = await authorizeSend(tx, speaking);
          if (slowmodeOf(access) > 0) {
            inLine = [access];
            const retry_after = await enforceSlowmode(tx, access, caller.userId);
            if (retry_after !== undefined) throw tx.fail("InSlowmode", { retry_after });
          }
          return sendMessage(tx, access, speaking);
        },
        { mutexKey: params.target },
      );
    } catch (error) {
      // Nothing is left of a message that is refused, but whoever has come so far waits, and is told of it.
      for (const access of error instanceof ApiError ? inLine : [])
        await write((tx) => enforceSlowmode(tx, access, caller.userId));
      throw error;
    }
  },
});
