import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, needing, type Row, type Rows, type Verdict } from "../../authorisation/row.ts";
import { githubPayloads } from "../../support/webhooks/github-payloads.ts";

const body = { name: "Gate" };
const hello = { content: "Hello." };
const star = { body: githubPayloads.star, headers: { "x-github-event": "star" } };
const managing = needing("ManageWebhooks");
const missing = "MissingPermission ManageWebhooks";
/** Deputies see the hidden channel; those whose role is lower do not. */
const managingHidden = needing("ManageWebhooks", { lower: missing });

type Which = "open" | "hidden";

const at =
  (which: Which, sent = {}) =>
  ({ webhooks }: MatrixFixture) => ({ params: { webhook_id: webhooks[which].id }, body: sent });

interface TokenCall {
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** The call is about a message of the webhook's. */
  readonly own?: boolean;
}

type Messenger = "open" | "silent" | "plain" | "byMember" | "byDenied";

function tokenRow(verdict: Verdict, which: Messenger, { own, ...sent }: TokenCall, token?: string): Row {
  return {
    call: ({ webhooks: { [which]: webhook, messages } }: MatrixFixture) => ({
      params: {
        webhook_id: webhook.id,
        token: token ?? webhook.token,
        ...(own && which in messages && { msg: messages[which as keyof typeof messages] }),
      },
      ...sent,
    }),
    ...everybody(verdict),
  };
}

/** A message with an emoji that the creator of the webhook may not use. */
function external(call: TokenCall = {}): Row {
  const row = tokenRow("MissingPermission UseExternalEmojis", "byDenied", call);
  return {
    ...row,
    call: (fixture, self) => ({
      ...row.call?.(fixture, self),
      body: { content: `:${fixture.externalEmoji}:` },
    }),
    needs: "UseExternalEmojis",
  };
}

/** The token alone authorises these calls, whoever the caller is. */
function byToken(id: string, call: TokenCall = {}): Rows {
  return {
    [id]: tokenRow("ok", "open", call),
    [`${id}, with a token that is none`]: tokenRow("NotAuthenticated", "open", call, "wrong"),
  };
}

/** Webhooks of the owner's: of the channel that everybody sees, and of the hidden one. */
export const accessRows: Rows = {
  webhook_create_create_webhook: {
    call: ({ channel }) => ({ params: { target: channel }, body }),
    ...managing,
  },
  "webhook_create_create_webhook, hidden": {
    call: ({ hidden }) => ({ params: { target: hidden }, body }),
    ...managingHidden,
  },
  webhook_fetch_all_fetch_webhooks: {
    call: ({ channel }) => ({ params: { channel_id: channel } }),
    ...managing,
  },
  "webhook_fetch_all_fetch_webhooks, hidden": {
    call: ({ hidden }) => ({ params: { channel_id: hidden } }),
    ...managingHidden,
  },
  webhook_fetch_webhook_fetch: {
    call: at("open"),
    ...needing("ViewChannel", { member: "ok", timedOut: "ok" }),
  },
  webhook_edit_webhook_edit: { call: at("open", body), ...managing },
  "webhook_edit_webhook_edit, hidden": { call: at("hidden", body), ...managingHidden },
  webhook_delete_webhook_delete: { call: at("open"), ...managing },
  "webhook_delete_webhook_delete, hidden": { call: at("hidden"), ...managingHidden },
  ...byToken("webhook_fetch_token_webhook_fetch_token"),
  ...byToken("webhook_edit_token_webhook_edit_token", { body }),
  ...byToken("webhook_delete_token_webhook_delete_token"),
  ...byToken("webhook_execute_webhook_execute", { body: hello }),
  "webhook_execute_webhook_execute, without SendMessage": tokenRow(
    "MissingPermission SendMessage",
    "silent",
    {
      body: hello,
    },
  ),
  "webhook_execute_webhook_execute, files": tokenRow("MissingPermission UploadFiles", "plain", {
    body: { attachments: ["file"] },
  }),
  "webhook_execute_webhook_execute, embeds": tokenRow("MissingPermission SendEmbeds", "plain", {
    body: { embeds: [{ title: "Hello" }] },
  }),
  "webhook_execute_webhook_execute, masquerade": tokenRow("MissingPermission Masquerade", "plain", {
    body: { ...hello, masquerade: { name: "Another" } },
  }),
  "webhook_execute_webhook_execute, reactions": tokenRow("MissingPermission React", "plain", {
    body: { ...hello, interactions: { reactions: ["👍"] } },
  }),
  "webhook_execute_webhook_execute, a colour": tokenRow("MissingPermission Masquerade", "byMember", {
    body: { ...hello, masquerade: { colour: "red" } },
  }),
  "webhook_execute_webhook_execute, a colour of a creator who may not manage roles": {
    ...tokenRow("MissingPermission ManageRole", "byDenied", {
      body: { ...hello, masquerade: { colour: "red" } },
    }),
    needs: "ManageRole",
  },
  "webhook_execute_webhook_execute, everyone": tokenRow("MissingPermission MentionEveryone", "byMember", {
    body: { content: "@everyone" },
  }),
  "webhook_execute_webhook_execute, a role": {
    ...tokenRow("MissingPermission MentionRoles", "byMember", {}),
    call: ({ webhooks: { byMember }, roles }) => ({
      params: { webhook_id: byMember.id, token: byMember.token },
      body: { content: `<%${roles.lower}>` },
    }),
  },
  "webhook_execute_webhook_execute, an emoji from elsewhere": external(),
  ...byToken("webhook_execute_github_webhook_execute_github", star),
  "webhook_execute_github_webhook_execute_github, of a creator who may not send": {
    ...tokenRow("MissingPermission SendMessage", "byDenied", star),
    needs: "SendMessage",
  },
  "webhook_execute_github_webhook_execute_github, of a creator who may not send embeds": {
    ...tokenRow("MissingPermission SendEmbeds", "byDenied", star),
    needs: "SendEmbeds",
  },
  ...byToken("webhook_execute_discord", { body: hello }),
  ...byToken("webhook_execute_slack", { body: { text: "Hello." } }),
  ...byToken("webhook_edit_message_webhook_edit_message", { body: hello, own: true }),
  "webhook_edit_message_webhook_edit_message, without SendMessage": tokenRow(
    "MissingPermission SendMessage",
    "silent",
    { body: hello, own: true },
  ),
  "webhook_edit_message_webhook_edit_message, embeds": tokenRow("MissingPermission SendEmbeds", "plain", {
    body: { embeds: [{ title: "Hello" }] },
    own: true,
  }),
  "webhook_edit_message_webhook_edit_message, an emoji from elsewhere": external({ own: true }),
  ...byToken("webhook_delete_message_webhook_delete_message", { own: true }),
};
