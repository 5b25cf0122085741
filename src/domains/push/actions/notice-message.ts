import type { MaybePromise } from "../../../platform/maybe-promise.ts";
import type { AnyTx } from "../../../store/tx.ts";
import type { PostedMessage } from "../../messages/index.ts";
import { tellOfMessage } from "../jobs/tell-of-message.ts";
import { isTold } from "../rules/addressees.ts";
import { mayHaveDevices } from "../store/devices.ts";

/**
 * Asks that people be told of a message, if somebody could be. This is part of every message that is sent, so what
 * tells nobody must not cost anything, and what may tell somebody little.
 */
export function noticeMessage(tx: AnyTx, posted: PostedMessage): MaybePromise<void> {
  const addressed = findAddressed(posted);
  const { presence } = tx.services;
  const away = addressed === "many" ? addressed : addressed.filter((id) => !presence.isListening(id));
  return away.length > 0 ? notice(tx, posted, away) : undefined;
}

async function notice(
  tx: AnyTx,
  { channelId: channel, messageId: message }: PostedMessage,
  away: readonly string[] | "many",
): Promise<void> {
  if (await mayHaveDevices(tx, away)) await tx.enqueue(tellOfMessage, { channel, message });
}

/** Ids of users; `many` where finding out would take a look at the database. */
function findAddressed({ authorId, system, mentioned }: PostedMessage): readonly string[] | "many" {
  if (!mentioned) return system && isTold(system) ? "many" : [];
  const { users, roles, everyone, crowd } = mentioned;
  if (!crowd && (everyone || roles.length > 0)) return "many";
  return (crowd ?? users).filter((id) => id !== authorId);
}
