import type { EndpointCall } from "../../../declare/endpoint.ts";
import type { ErrorName } from "../../../declare/error.ts";
import { type Message, sendErrors } from "../../messages/index.ts";
import { allowFiles, withinPermissions } from "../rules/foreign/permissions.ts";
import type { Translation } from "../rules/foreign/translation.ts";
import type { UnknownRecord } from "../rules/foreign/unknown-record.ts";
import { loadCreatorAccess } from "./creator-permissions.ts";
import { draftMessage } from "./draft-message.ts";
import { assertMaySend, sendThroughWebhook } from "./execute-webhook.ts";
import { readPayload } from "./read-payload.ts";
import { authenticateWebhook } from "./webhook-access.ts";

export const receiveErrors = [
  ...sendErrors,
  "NotAuthenticated",
  "FailedValidation",
  "FileTooSmall",
  "FileTooLarge",
  "InsufficientStorage",
  "StorageQuotaExceeded",
] as const satisfies readonly ErrorName[];

interface ForeignFormat {
  /** The field of a form that contains the payload. */
  readonly field: string;
  translate(payload: UnknownRecord): Translation;
}

type ReceiveCall = Pick<
  EndpointCall<"/:webhook_id/:token", "none", (typeof receiveErrors)[number]>,
  "request" | "params" | "services" | "fail" | "read" | "write"
>;

/** Sends a message through a webhook that a program wrote for another service. */
export async function receiveMessage(
  call: ReceiveCall,
  { field, translate }: ForeignFormat,
): Promise<Message> {
  const { request, params, services, fail, read, write } = call;
  // Before the body is read: clients without the token cannot make the server read a large body.
  const { webhook, held } = await read(async (db) => {
    const authenticated = await authenticateWebhook({ db, fail }, params);
    return { webhook: authenticated, ...(await loadCreatorAccess(db, authenticated, fail)) };
  });
  const { id: uploader, creator_id: chargedTo, channel_id: channelId } = webhook;
  await using foreign = await readPayload(request, services, field);
  const { payload, uploads } = foreign;
  // Before the files are stored, so that none are stored for a message that fails this check.
  if (uploads.length > 0)
    assertMaySend({ fail }, { ...allowFiles(webhook), held }, { attachments: ["uploaded"] });
  const translation = withinPermissions(translate(payload), { ...webhook, held });
  const draft = await draftMessage(call, translation, { uploads, uploader, chargedTo });
  return await write(
    async (tx) =>
      sendThroughWebhook(tx, allowFiles(await authenticateWebhook({ db: tx, fail }, params)), { draft }),
    { turns: { exclusive: [channelId] } },
  );
}
