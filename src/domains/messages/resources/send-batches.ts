import { resource } from "../../../declare/resource.ts";
import { Batcher } from "../../../platform/concurrency/batcher.ts";
import { sendTogether } from "../actions/send-batch.ts";

/** A larger batch would delay its first messages too long. */
const maxSize = 64;
/** A batch that takes longer probably waits for a lock of another transaction. */
const maxHoldMs = 250;

/** Sends the messages that come at the same moment together. Undefined for one that must be sent alone. */
export const sendBatches = resource({
  name: "messages that are sent together",
  open: () => new Batcher(sendTogether, { maxSize, maxHoldMs }),
});
