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
import { openParcel } from "./open-parcel.ts";
import { authenticateWebhook } from "./webhook-access.ts";

/** How a message of another service can be refused. */
export const receivingErrors = [
  ...sendErrors,
  "NotAuthenticated",
  "FailedValidation",
  "FileTooSmall",
  "FileTooLarge",
  "InsufficientStorage",
] as const satisfies readonly ErrorName[];

interface Language {
  /** The field of a form that holds the message. */
  readonly field: string;
  translate(payload: UnknownRecord): Translation;
}

type Receiving = Pick<
  EndpointCall<"/:webhook_id/:token", "none", (typeof receivingErrors)[number]>,
  "request" | "params" | "services" | "fail" | "read" | "write"
>;

/** Says through a webhook what a program meant for another service. */
export async function receiveMessage(receiving: Receiving, { field, translate }: Language): Promise<Message> {
  const { request, params, services, fail, read, write } = receiving;
  // Before the rest is read: who does not have the key sends nothing large.
  const found = await read((db) => authenticateWebhook({ db, fail }, params));
  const { id: uploader, channel_id: mutexKey } = found;
  try {
    await using parcel = await openParcel(request, services, field);
    const { payload, uploads } = parcel;
    // Nor are files kept for a message that will be refused.
    if (uploads.length > 0)
      for (const needed of ["SendMessage", "UploadFiles"] as const)
        assertChannelPermission({ fail }, allowFiles(found), needed);
    const draft = await draftMessage(receiving, translate(payload), { uploads, uploader });
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
