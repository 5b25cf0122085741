import { githubPayloads } from "../../support/github-payloads.ts";
import { everybody, needing, type Rows, type Verdict } from "../row.ts";
import type { Stage } from "../stage.ts";

const body = { name: "Gate" };
const hello = { content: "Hello." };
const managing = needing("ManageWebhooks");
const missing = "MissingPermission ManageWebhooks";
/** Deputies see the hidden channel; those whose role is lower do not. */
const managingHidden = needing("ManageWebhooks", { lower: missing });

type Which = "open" | "hidden";

const at =
  (which: Which, sent = {}) =>
  ({ webhooks }: Stage) => ({ params: { webhook_id: webhooks[which].id }, body: sent });

/** By the token alone: whoever has it may, whoever has not may not, and who they are is all the same. */
function behindDoor(
  id: string,
  more: { body?: object; headers?: Record<string, string>; own?: boolean } = {},
): Rows {
  const { own, ...sent } = more;
  const row = (token: string | undefined, verdict: Verdict) => ({
    call: ({ webhooks: { open, message } }: Stage) => ({
      params: { webhook_id: open.id, token: token ?? open.token, ...(own && { msg: message }) },
      ...sent,
    }),
    ...everybody(verdict),
  });
  return {
    [id]: row(undefined, "ok"),
    [`${id}, with a token that is none`]: row("wrong", "NotAuthenticated"),
  };
}

/** Webhooks of the owner's: of the channel that everybody sees, and of the hidden one. */
export const webhookRows: Rows = {
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
  ...behindDoor("webhook_fetch_token_webhook_fetch_token"),
  ...behindDoor("webhook_edit_token_webhook_edit_token", { body }),
  ...behindDoor("webhook_delete_token_webhook_delete_token"),
  ...behindDoor("webhook_execute_webhook_execute", { body: hello }),
  ...behindDoor("webhook_execute_github_webhook_execute_github", {
    body: githubPayloads.star,
    headers: { "x-github-event": "star" },
  }),
  ...behindDoor("webhook_execute_discord", { body: hello }),
  ...behindDoor("webhook_execute_slack", { body: { text: "Hello." } }),
  ...behindDoor("webhook_edit_message_webhook_edit_message", { body: hello, own: true }),
  ...behindDoor("webhook_delete_message_webhook_delete_message", { own: true }),
};
