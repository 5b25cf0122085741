import Type from "typebox";
import type { JobSpec } from "../../../declare/job-spec.ts";
import type { Tx } from "../../../declare/tx.ts";
import { mayHaveDevices } from "../../accounts/index.ts";
import type { Message } from "../model.ts";
import { isNotified } from "../rules/notified.ts";
import type { ResolvedMentions } from "./resolve-mentions.ts";

/** The job of `push` that finds the devices of a message's recipients. */
export const fanOutJob = {
  name: "push_message",
  doc: "Finds the devices of a message's recipients, five hundred users at a time.",
  payload: Type.Object({
    channel: Type.String(),
    message: Type.String(),
    /** The last user of the page before. */
    after: Type.Optional(Type.String()),
  }),
} satisfies JobSpec;

/**
 * Enqueues the notifications of a message if it may have recipients with devices. Every message with
 * mentions or recipients waits for this: it makes one small query if some of them are away.
 */
export function notifyRecipients(
  tx: Tx,
  message: Message,
  mentions: ResolvedMentions | undefined,
): Promise<void> | undefined {
  const recipients = findRecipientIds(message, mentions);
  const { presence } = tx.services;
  const away = recipients === "many" ? recipients : recipients.filter((id) => !presence.isListening(id));
  return away.length > 0 ? enqueueFanOut(tx, message, away) : undefined;
}

async function enqueueFanOut(
  tx: Tx,
  { channel, _id: message }: Message,
  away: readonly string[] | "many",
): Promise<void> {
  if (await mayHaveDevices(tx, away)) await tx.enqueue(fanOutJob, { channel, message });
}

/** The ids of users; `many` where only the database knows them. */
function findRecipientIds(
  { author, system }: Message,
  mentions: ResolvedMentions | undefined,
): readonly string[] | "many" {
  if (!mentions) return system && isNotified(system) ? "many" : [];
  const { users, roles, everyone, recipients } = mentions;
  if (!recipients && (everyone || roles.length > 0)) return "many";
  return (recipients ?? users).filter((id) => id !== author);
}
