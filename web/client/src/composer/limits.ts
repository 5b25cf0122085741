import type { Client } from "../session/client.ts";
import { configuration } from "../session/server.ts";

/** What the server allows in a message of this user. */
interface MessageLimits {
  /** Bytes of the text in UTF-8. */
  readonly bytes: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly replies: number;
}

/** The limits of the present user. */
export function messageLimits(client: Client): MessageLimits {
  const limits = configuration()?.features.limits;
  const ageInHours = (Date.now() - (client.user?.createdAt.getTime() ?? 0)) / 3_600_000;
  const isNew = ageInHours < (limits?.global.new_user_hours ?? 0);
  const tier = isNew ? limits?.new_user : limits?.default;
  return {
    bytes: tier?.message_length ?? 2_000,
    attachments: tier?.message_attachments ?? 5,
    attachmentBytes: tier?.file_upload_size_limits.attachments ?? 20_000_000,
    replies: limits?.global.message_replies ?? 5,
  };
}
