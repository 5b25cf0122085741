import { ApiError } from "../../../declare/error.ts";
import type { Reader, SharingOptions, Tx } from "../../../declare/tx.ts";
import type { ChannelAccess, ChannelUpdated } from "../../channels/index.ts";
import type { MessageSent, UserSlowmodes } from "../events.ts";
import type { Message } from "../model.ts";
import { takeKey } from "../store/sending.ts";
import { enforceSlowmode, slowmodeOf } from "./enforce-slowmode.ts";
import { sendMessage } from "./send-message.ts";
import type { SendRequest, SendTx } from "./validate-draft.ts";

type UserSendTx = SendTx &
  Tx<typeof MessageSent | typeof UserSlowmodes | typeof ChannelUpdated, "InSlowmode">;

interface SendSteps {
  authorize(db: Reader): Promise<ChannelAccess>;
  write<T>(work: (tx: UserSendTx) => Promise<T>, options?: SharingOptions): Promise<T>;
}

/** Sends a message of a user: takes its idempotency key, checks permissions, then slowmode, then the draft. */
export async function sendToChannel(
  { authorize, write }: SendSteps,
  channelId: string,
  request: SendRequest,
): Promise<Message> {
  const { key, caller } = request;
  const slowed: { access?: ChannelAccess | undefined } = {};
  try {
    return await write(
      async (tx) => {
        slowed.access = undefined;
        if (key !== undefined && !(await takeKey(tx, caller.userId, key))) throw tx.fail("DuplicateNonce");
        const access = await authorize(tx);
        if (slowmodeOf(access) > 0) {
          slowed.access = access;
          const retry_after = await enforceSlowmode(tx, access, caller.userId);
          if (retry_after !== undefined) throw tx.fail("InSlowmode", { retry_after });
        }
        return sendMessage(tx, access, request);
      },
      { mutexKey: channelId, isBatchable: true },
    );
  } catch (error) {
    // The refusal rolled back the wait as well; a second transaction stores it and sends its event.
    const { access } = slowed;
    if (access && error instanceof ApiError) await write((tx) => enforceSlowmode(tx, access, caller.userId));
    throw error;
  }
}
