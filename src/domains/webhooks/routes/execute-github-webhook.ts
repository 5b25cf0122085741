import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { bytes, raw } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { MessageSent } from "../../messages/index.ts";
import { unlockWebhook } from "../actions/find-webhook-by-token.ts";
import { postEmbed } from "../actions/post-embed.ts";
import { unreadable } from "../rules/github/event-formatter.ts";
import { readEvent } from "../rules/github/read-event.ts";

const longestPayload = 5_000_000;
const nothing = new Uint8Array();

export const executeGithubWebhookRoute = route({
  id: "webhook_execute_github_webhook_execute_github",
  method: "POST",
  path: "/webhooks/:webhook_id/:token/github",
  summary: "Tell a channel of an event on GitHub. Answers with nothing.",
  auth: "none",
  limit: { bucket: "any" },
  headers: Type.Object({ "x-github-event": Type.String({ description: "The event's name." }) }),
  body: raw(longestPayload),
  reply: bytes("text/plain", "no-store"),
  errors: ["NotFound", "NotAuthenticated", "InvalidOperation"],
  emits: [MessageSent, ChannelUpdated],
  async handleInSteps({ params, headers, body, read, write, fail }) {
    const { channel_id: mutexKey } = await read((db) => unlockWebhook({ db, fail }, params));
    const embed = readEvent(headers["x-github-event"], body);
    if (embed === unreadable) throw fail("InvalidOperation");
    if (embed === undefined) return nothing;
    await write(async (tx) => postEmbed(tx, await unlockWebhook({ db: tx, fail }, params), embed), {
      mutexKey,
    });
    return nothing;
  },
});
