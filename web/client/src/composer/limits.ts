import type { Client } from "stoat.js";
import { configuration } from "../session/server.ts";

/** What the server allows in a message of this user. */
export interface MessageLimits {
  /** Bytes of the text in UTF-8. */
  readonly bytes: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly replies: number;
}

/** The part of the configuration that the protocol's types do not know yet. */
interface Limits {
  readonly global?: { readonly new_user_hours?: number; readonly message_replies?: number };
  readonly new_user?: Tier;
  readonly default?: Tier;
}
interface Tier {
  readonly message_length?: number;
  readonly message_attachments?: number;
  readonly file_upload_size_limits?: { readonly attachments?: number };
}

/** The limits of the present user. Servers that tell none have those of the first version of the protocol. */
export function messageLimits(client: Client): MessageLimits {
  const features = configuration()?.features as { readonly limits?: Limits } | undefined;
  const limits = features?.limits;
  const ageInHours = (Date.now() - (client.user?.createdAt.getTime() ?? 0)) / 3_600_000;
  const isNew = ageInHours < (limits?.global?.new_user_hours ?? 0);
  const tier = isNew ? limits?.new_user : limits?.default;
  return {
    bytes: tier?.message_length ?? 2_000,
    attachments: tier?.message_attachments ?? 5,
    attachmentBytes: tier?.file_upload_size_limits?.attachments ?? 20_000_000,
    replies: limits?.global?.message_replies ?? 5,
  };
}
