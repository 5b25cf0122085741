import type { Reader, SharingOptions, Tx } from "../../../declare/tx.ts";
import { databaseFailureOf } from "../../../platform/database/failure.ts";
import { setSlowmode } from "../../channels/index.ts";
import { UserSlowmodes } from "../events.ts";
import type { Message } from "../model.ts";
import { noteAheadOfClock, reserveIdsAtOnce } from "../store/last-messages.ts";
import {
  assertPreconditions,
  listUnmet,
  type Precondition,
  preconditionKey,
} from "../store/preconditions.ts";
import { addKeys } from "../store/sending.ts";
import type { NewMessage } from "./new-message.ts";
import { type PostTx, postMessages } from "./post-messages.ts";
import { dropAccesses } from "./send-access.ts";

/** A message that was validated before its transaction. */
export interface ValidMessage {
  readonly message: NewMessage;
  /** What the validation relied on. */
  readonly relies: readonly Precondition[];
  /** In seconds: the slowmode of its author that begins with it. */
  readonly slowmode?: number;
}

interface BatchSteps {
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: PostTx & Tx<typeof UserSlowmodes>) => Promise<T>, options: SharingOptions): Promise<T>;
}

/** Stores messages in one transaction. Undefined for those that must be sent alone. */
export async function sendTogether(
  queued: readonly (ValidMessage & { readonly steps: BatchSteps })[],
): Promise<(Message | undefined)[]> {
  const [{ steps }] = queued as [(typeof queued)[0]];
  const sent = new Map<ValidMessage, Message | undefined>();
  let left: readonly ValidMessage[] = withoutRepetitions(queued);
  // A second attempt without those whose preconditions failed.
  for (let attempts = 0; attempts < 2 && left.length > 0; attempts++)
    try {
      const batch = left;
      const messages = await steps.write((tx) => writeAll(tx, batch), optionsFor(batch));
      for (const [at, valid] of batch.entries()) sent.set(valid, messages[at]);
      break;
    } catch (error) {
      if (databaseFailureOf(error)) throw error;
      left = await steps.read((db) => withoutFailed(db, left));
    }
  return queued.map((valid) => sent.get(valid));
}

/** Leaves out messages that take the same key or slowmode as an earlier one, which will have been stored then. */
function withoutRepetitions<T extends ValidMessage>(messages: readonly T[]): readonly T[] {
  const taken = new Set<string>();
  return messages.filter(({ relies }) => {
    const own = relies.filter(({ kind }) => kind === "key" || kind === "slowmode");
    const names = own.map(preconditionKey);
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

/** The messages whose preconditions are met. If that is all of them, a clock was ahead. */
async function withoutFailed(
  db: Reader,
  messages: readonly ValidMessage[],
): Promise<readonly ValidMessage[]> {
  const unmet = await listUnmet(
    db,
    messages.flatMap(({ relies }) => relies),
  );
  if (unmet.length === 0) noteAheadOfClock(messages.map(({ message }) => message.fields.channel_id));
  else dropAccesses(db, unmet);
  const names = new Set(unmet.map(preconditionKey));
  return messages.filter(({ relies }) => !relies.some((one) => names.has(preconditionKey(one))));
}

async function writeAll(
  tx: PostTx & Tx<typeof UserSlowmodes>,
  messages: readonly ValidMessage[],
): Promise<Message[]> {
  const relies = distinctIn(messages);
  await assertPreconditions(tx, relies);
  const ids = await reserveIdsAtOnce(
    tx,
    messages.map(({ message }) => message.fields.channel_id),
  );
  const keys = relies.filter(({ kind }) => kind === "key");
  const newKeys = keys.map(({ id: author_id, other: key }) => ({ author_id, key: key ?? "" }));
  if (newKeys.length > 0) await addKeys(tx, newKeys);
  for (const { message, slowmode } of messages)
    if (slowmode !== undefined) await startSlowmode(tx, message, slowmode);
  return postMessages(
    tx,
    messages.map(({ message }) => message),
    ids,
  );
}

/** Most messages of a batch rely on the same servers. */
function distinctIn([first, ...others]: readonly ValidMessage[]): readonly Precondition[] {
  if (!first || others.length === 0) return first?.relies ?? [];
  const relies = [first, ...others].flatMap((message) => message.relies);
  return [...new Map(relies.map((one) => [preconditionKey(one), one])).values()];
}

async function startSlowmode(
  tx: Tx<typeof UserSlowmodes>,
  { fields }: NewMessage,
  duration: number,
): Promise<void> {
  const { channel_id, author_id: user_id } = fields;
  await setSlowmode(tx, { user_id, channel_id, until: tx.services.clock.now() + duration * 1_000 });
  const slowmode = { channel_id, duration, retry_after: duration };
  tx.emit(UserSlowmodes, { slowmodes: [slowmode] }, { user: user_id });
}

function optionsFor(messages: readonly ValidMessage[]): SharingOptions {
  const shared = messages.flatMap(({ relies }) => relies.filter(({ kind }) => kind === "server"));
  return {
    counts: messages.length,
    turns: {
      exclusive: messages.map(({ message }) => message.fields.channel_id),
      shared: shared.map(({ id }) => id),
    },
  };
}
