import { ApiError } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, SharingOptions, Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { type ChannelAccess, findSlowmodeEnd, setSlowmode } from "../../channels/index.ts";
import { UserSlowmodes } from "../events.ts";
import type { Message } from "../model.ts";
import type { SendAccess } from "../resources/send-accesses.ts";
import { sendBatches } from "../resources/send-batches.ts";
import { claimsFiles } from "../rules/draft.ts";
import { takeKey } from "../store/sending.ts";
import { newMessage } from "./new-message.ts";
import type { PostTx } from "./post-messages.ts";
import type { ValidMessage } from "./send-batch.ts";
import { sendMessage } from "./send-message.ts";
import { type SendReader, type SendRequest, type SendTx, validateDraft } from "./validate-draft.ts";

type UserSendTx = SendTx & PostTx & Tx<typeof UserSlowmodes, "InSlowmode">;

interface SendSteps {
  readonly services: Services;
  readonly fail: SendReader["fail"];
  authorize(db: Reader): SendAccess | Promise<SendAccess>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: UserSendTx) => Promise<T>, options?: SharingOptions): Promise<T>;
}

/**
 * Sends a message of a user: together with those that come at the same moment if it is valid by what is committed;
 * otherwise, and if that has changed by then, alone, in a transaction that reads everything again.
 */
export async function sendToChannel(
  steps: SendSteps,
  channelId: string,
  request: SendRequest,
): Promise<Message> {
  const valid = await validate(steps, request);
  if (valid) {
    const { read, write } = steps;
    const sent = await steps.services.resources.get(sendBatches).add({ ...valid, steps: { read, write } });
    if (sent) return sent;
  }
  return sendAlone(steps, channelId, request);
}

/** Undefined for a message that is refused, or that has to be sent alone. */
async function validate(steps: SendSteps, request: SendRequest): Promise<ValidMessage | undefined> {
  const { draft } = request;
  if (claimsFiles(draft) || draft.interactions) return undefined;
  try {
    return await steps.read((db) => validateByCommitted(db, steps, request));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function validateByCommitted(
  db: Reader,
  { authorize, fail }: SendSteps,
  request: SendRequest,
): Promise<ValidMessage | undefined> {
  const { key, author } = request;
  const access = await authorize(db);
  if (!access.relies) return undefined;
  const { user, channel } = access;
  const relies = [...access.relies];
  const takeNew = async (nonce: string) =>
    relies.push({ kind: "key", id: author.userId, other: nonce, state: null }) > 0;
  if (key !== undefined) await takeNew(key);
  const slowmode = slowmodeOf(access);
  if (slowmode > 0) {
    const until = await findSlowmodeEnd(db, author.userId, channel._id);
    if (until > db.services.clock.now()) return undefined;
    const state = until === 0 ? null : `${until}`;
    relies.push({ kind: "slowmode", id: author.userId, other: channel._id, state });
  }
  const valid = await validateDraft({ db, fail }, access, request, takeNew);
  for (const other of valid.replies)
    relies.push({ kind: "message", id: channel._id, other, state: "stored" });
  const message = await newMessage(db, access, { request, valid, user });
  if (message.reopens) return undefined;
  return { message, relies, ...(slowmode > 0 && { slowmode }) };
}

/** Sends a message in a transaction of its own: takes its key, checks permissions, then slowmode, then the draft. */
async function sendAlone(
  { authorize, write }: SendSteps,
  channelId: string,
  request: SendRequest,
): Promise<Message> {
  const { key, author } = request;
  let slowed: ChannelAccess | undefined;
  const send = async (tx: UserSendTx) => {
    slowed = undefined;
    if (key !== undefined && !(await takeKey(tx, author.userId, key))) throw tx.fail("DuplicateNonce");
    const access = await authorize(tx);
    if (slowmodeOf(access) > 0) slowed = access;
    const retry_after = await enforceSlowmode(tx, access, author.userId);
    if (retry_after !== undefined) throw tx.fail("InSlowmode", { retry_after });
    return sendMessage(tx, access, request);
  };
  try {
    return await write(send, { turns: { exclusive: [channelId] } });
  } catch (error) {
    const access = slowed;
    // The refusal rolled back the wait as well; a second transaction stores it and sends its event.
    if (access && error instanceof ApiError) await write((tx) => enforceSlowmode(tx, access, author.userId));
    throw error;
  }
}

const second = 1_000;

type SlowmodeContext = Pick<ChannelAccess, "channel" | "permissions">;

/** The seconds between two messages of the caller; 0 without slowmode, and for callers who are exempt. */
function slowmodeOf({ channel, permissions }: SlowmodeContext): number {
  const isExempt = includes(permissions, permission.BypassSlowmode);
  return channel.channel_type === "TextChannel" && !isExempt ? (channel.slowmode ?? 0) : 0;
}

/**
 * Starts the slowmode of a sender, or returns the seconds that are left if it is running already. The sender gets an
 * event in both cases.
 */
async function enforceSlowmode(
  tx: Tx<typeof UserSlowmodes>,
  context: SlowmodeContext,
  userId: string,
): Promise<number | undefined> {
  const duration = slowmodeOf(context);
  if (duration === 0) return undefined;
  const { _id: channel_id } = context.channel;
  const now = tx.services.clock.now();
  const left = Math.ceil(((await findSlowmodeEnd(tx, userId, channel_id)) - now) / second);
  const isRunning = left > 0;
  const retry_after = isRunning ? left : duration;
  if (!isRunning) await setSlowmode(tx, { user_id: userId, channel_id, until: now + duration * second });
  tx.emit(UserSlowmodes, { slowmodes: [{ channel_id, duration, retry_after }] }, { user: userId });
  return isRunning ? left : undefined;
}
