import { route } from "../../../declare/route.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { sendTarget } from "../actions/send-access.ts";
import { sendToChannel } from "../actions/send-to-channel.ts";
import { sendErrors } from "../actions/validate-draft.ts";
import { MessageDraft, SendingHeaders } from "../draft-model.ts";
import { MessageSent, UserSlowmodes } from "../events.ts";
import { Message } from "../model.ts";
import { assertColours, permissionsForDraft } from "../rules/draft.ts";

const draftPermissions = ["Masquerade", "ManageRole", "SendEmbeds", "UploadFiles"] as const;

export const sendMessageRoute = route({
  id: "message_send_message_send",
  method: "POST",
  path: "/channels/:target/messages",
  summary: "Send a message to a channel.",
  auth: "user",
  limit: { bucket: "messaging", by: "target" },
  on: sendTarget("target"),
  needs: "SendMessage",
  alsoNeeds: {
    among: draftPermissions,
    choose: ({ body }) => permissionsForDraft(body, draftPermissions),
  },
  enforces: {
    permissions: ["React", "MentionEveryone", "MentionRoles", "UseExternalEmojis"],
    why: "Slowmode comes first, and only roles and emoji that exist count.",
  },
  headers: SendingHeaders,
  body: MessageDraft,
  validate: ({ body }) => assertColours(body),
  reply: Message,
  errors: [...sendErrors, "IsNotBot", "InSlowmode"],
  emits: [MessageSent, UserSlowmodes, ChannelUpdated],
  // In steps, because the key is taken before the target is checked, and a refusal rolls everything back but still
  // starts the slowmode of the author, in a second transaction.
  handleInSteps: ({ params, headers, body: draft, caller, services, fail, authorize, read, write }) =>
    sendToChannel({ services, fail, authorize, read, write }, params.target, {
      draft,
      key: headers["idempotency-key"],
      author: caller,
    }),
});
