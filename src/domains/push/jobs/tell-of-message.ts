import Type, { type Static } from "typebox";
import { type Job, type JobContext, job } from "../../../declare/job.ts";
import type { Reader } from "../../../store/tx.ts";
import { enqueueDelivery } from "../actions/enqueue-delivery.ts";
import { findAddressees } from "../actions/find-addressees.ts";
import { findSaid } from "../actions/find-said.ts";
import { listSubscribed } from "../store/devices.ts";

const Reach = Type.Object({
  channel: Type.String(),
  message: Type.String(),
  /** Whom it has got to. */
  after: Type.Optional(Type.String()),
});
type Reach = Static<typeof Reach>;

export const tellOfMessage: Job<typeof Reach> = job({
  name: "push_message",
  doc: "Finds the devices of those whom a message is for, five hundred people at a time.",
  attempts: 10,
  payload: Reach,
  run: fanOut,
});

/**
 * What was found is written down together with where to go on, so that nobody is passed over when the process ends.
 * If it ends between that and the end of the job, those from here on are told twice.
 */
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
  const said = await findSaid(db, reach);
  if (!said) return { sessions: [] };
  const { userIds, next } = await findAddressees(db, said, after);
  return { sessions: await listSubscribed(db, userIds), next };
}
