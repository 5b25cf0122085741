import Type, { type Static } from "typebox";
import { type JobContext, type JobSpec, job } from "../../../declare/job.ts";
import type { Reader } from "../../../declare/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import { findMessage, messageView } from "../../messages/index.ts";
import { enqueueDelivery } from "../actions/enqueue-delivery.ts";
import { findAddressees } from "../actions/find-addressees.ts";
import { findWilling } from "../actions/find-willing.ts";
import { isForAll } from "../rules/addressees.ts";

const Reach = Type.Object({
  channel: Type.String(),
  message: Type.String(),
  /** Whom it has got to. */
  after: Type.Optional(Type.String()),
});
type Reach = Static<typeof Reach>;

export const tellOfMessage: JobSpec<typeof Reach> = job({
  name: "push_message",
  doc: "Finds who is to be told of a message on their devices, five hundred people at a time.",
  attempts: 10,
  payload: Reach,
  run: fanOut,
});

/** What was found is written down together with where to go on, so that a crash repeats one step at most. */
async function fanOut({ read, write }: JobContext, reach: Reach): Promise<void> {
  const { channel, message } = reach;
  let after = reach.after;
  for (;;) {
    const { sessions, next } = await read((db) => takeStep(db, reach, after));
    if (sessions.length > 0)
      return write(async (tx) => {
        await enqueueDelivery(tx, sessions, { kind: "message", channel, message });
        if (next !== undefined) await tx.enqueue(tellOfMessage, { channel, message, after: next });
      });
    if (next === undefined) return;
    after = next;
  }
}

interface Step {
  readonly sessions: readonly string[];
  readonly next?: string | undefined;
}

async function takeStep(db: Reader, reach: Reach, after: string | undefined): Promise<Step> {
  const row = await findMessage(db, reach.channel, reach.message);
  const channel = row && (await findAnyChannel(db, reach.channel));
  if (!channel) return { sessions: [] };
  const message = messageView(row);
  const { userIds, next } = await findAddressees(db, { message, channel }, after);
  const away = userIds.filter((id) => !db.services.presence.isListening(id));
  // In a channel of a server nobody else is looked for.
  const isMentioned = (id: string) =>
    channel.channel_type === "TextChannel" || isForAll(message) || (message.mentions ?? []).includes(id);
  return { sessions: await findWilling(db, away, { channel, by: message.author, isMentioned }), next };
}
