import { ApiError } from "../../../declare/error.ts";
import type { Reader, SharingOptions, Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import type { ChannelAccess, ChannelUpdated } from "../../channels/index.ts";
import { type MessageSent, UserSlowmodes } from "../events.ts";
import type { Message } from "../model.ts";
import { takeKey } from "../store/sending.ts";
import { findSlowmodeEnd, setSlowmode } from "../store/slowmodes.ts";
import { sendMessage } from "./send-message.ts";
import type { SendRequest, SendTx } from "./validate-draft.ts";

type UserSendTx = SendTx &
  Tx<typeof MessageSent | typeof UserSlowmodes | typeof ChannelUpdated, "InSlowmode">;

interface SendSteps {
  authorize(db: Reader): MaybePromise<ChannelAccess>;
  write<T>(work: (tx: UserSendTx) => MaybePromise<T>, options?: SharingOptions): Promise<T>;
}

/** Sends a message of a user: takes its idempotency key, checks permissions, then slowmode, then the draft. */
export async function sendToChannel(
  { authorize, write }: SendSteps,
  channelId: string,
  request: SendRequest,
): Promise<Message> {
  const { key, author } = request;
  const slowed: { access?: ChannelAccess | undefined } = {};
  const sendAllowed = (tx: UserSendTx) =>
    mapMaybe(authorize(tx), (access) => {
      if (slowmodeOf(access) === 0) return sendMessage(tx, access, request);
      slowed.access = access;
      return enforceSlowmode(tx, access, author.userId).then((retry_after) => {
        if (retry_after !== undefined) throw tx.fail("InSlowmode", { retry_after });
        return sendMessage(tx, access, request);
      });
    });
  const send = (tx: UserSendTx) => {
    slowed.access = undefined;
    if (key === undefined) return sendAllowed(tx);
    return mapMaybe(takeKey(tx, author.userId, key), (isNew) => {
      if (!isNew) throw tx.fail("DuplicateNonce");
      return sendAllowed(tx);
    });
  };
  try {
    return await write(send, { mutexKey: channelId, isBatchable: true });
  } catch (error) {
    // The refusal rolled back the wait as well; a second transaction stores it and sends its event.
    const { access } = slowed;
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
