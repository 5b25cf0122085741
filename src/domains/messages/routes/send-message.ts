import { ApiError, invalid } from "../../../declare/error.ts";
import { route } from "../../../declare/route.ts";
import { ChannelUpdated, type Sighting } from "../../channels/index.ts";
import { speechErrors } from "../actions/check-speech.ts";
import { speak, stepUp } from "../actions/speak.ts";
import { pauseOf, waitInLine } from "../actions/wait-in-line.ts";
import { MessageDraft, SendingHeaders } from "../draft-model.ts";
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
  headers: SendingHeaders,
  body: MessageDraft,
  reply: Message,
  errors: [...speechErrors, "IsNotBot", "InSlowmode"],
  emits: [MessageSent, SlowmodesTold, ChannelUpdated],
  async handleInSteps({ params, headers, body: draft, caller, write }) {
    const bad = findBadColour(draft);
    if (bad) throw invalid(`${bad}: must be a colour`);
    const speaking = { channelId: params.target, draft, key: headers["idempotency-key"], caller };
    let inLine: Sighting[] = [];
    try {
      return await write(
        async (tx) => {
          inLine = [];
          const sighting = await stepUp(tx, speaking);
          if (pauseOf(sighting) > 0) {
            inLine = [sighting];
            const retry_after = await waitInLine(tx, sighting, caller.userId);
            if (retry_after !== undefined) throw tx.fail("InSlowmode", { retry_after });
          }
          return speak(tx, sighting, speaking);
        },
        { line: params.target },
      );
    } catch (error) {
      // Nothing is left of a message that is refused, but whoever has come so far waits, and is told of it.
      for (const sighting of error instanceof ApiError ? inLine : [])
        await write((tx) => waitInLine(tx, sighting, caller.userId));
      throw error;
    }
  },
});
