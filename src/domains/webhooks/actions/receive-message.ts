import type { EndpointCall } from "../../../declare/endpoint.ts";
import type { ErrorName } from "../../../protocol/error.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import { isDiskFull } from "../../files/index.ts";
import { type Message, sendErrors } from "../../messages/index.ts";
import { allowFiles, withinPermissions } from "../rules/foreign/permissions.ts";
import type { Translation } from "../rules/foreign/translation.ts";
import type { UnknownRecord } from "../rules/foreign/unknown-record.ts";
import { draftMessage } from "./draft-message.ts";
import { sendThroughWebhook } from "./execute-webhook.ts";
import { readPayload } from "./read-payload.ts";
import { authenticateWebhook } from "./webhook-access.ts";

export const receiveErrors = [
  ...sendErrors,
  "NotAuthenticated",
  "FailedValidation",
  "FileTooSmall",
  "FileTooLarge",
  "InsufficientStorage",
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
  const authenticated = await read((db) => authenticateWebhook({ db, fail }, params));
  const { id: uploader, channel_id: mutexKey } = authenticated;
  try {
    await using foreign = await readPayload(request, services, field);
    const { payload, uploads } = foreign;
    // Before the files are stored, so that none are stored for a message that fails this check.
    if (uploads.length > 0)
      for (const needed of ["SendMessage", "UploadFiles"] as const)
        assertChannelPermission({ fail }, allowFiles(authenticated), needed);
    const draft = await draftMessage(call, translate(payload), { uploads, uploader });
    return await write(
      async (tx) => {
        const webhook = await authenticateWebhook({ db: tx, fail }, params);
        return sendThroughWebhook(tx, allowFiles(webhook), { draft: withinPermissions(draft, webhook) });
      },
      { mutexKey },
    );
  } catch (error) {
    throw isDiskFull(error) ? fail("InsufficientStorage") : error;
  }
}
