import { sendMessageRoute } from "../src/domains/messages/routes/send-message.ts";
import { setLastMessage } from "../src/domains/messages/store/last-messages.ts";
import { createAuthorize } from "../src/http/authorize.ts";
import type { RunningServer } from "../src/server/start-server.ts";

export interface InsideOrder {
  /** Of sending a message, without HTTP: all of the transaction, or one that changes a row and nothing else. */
  readonly part: "transaction" | "commit";
  readonly content: string;
  readonly seconds: number;
}

interface Inside {
  readonly running: RunningServer;
  readonly authors: readonly string[];
  readonly channels: readonly string[];
}

/** The CPU time of a part for each call, while all authors call at once for some seconds. */
export async function measureInside(
  { running: { store, services }, authors, channels }: Inside,
  { part, content, seconds }: InsideOrder,
): Promise<number> {
  const authorize = createAuthorize(sendMessageRoute);
  const { handleInSteps } = sendMessageRoute;
  if (!authorize || !handleInSteps) throw new Error("sending a message has other steps now");
  const send = (target: string, userId: string) => {
    const caller = { sessionId: "bench", userId, bot: false };
    const call = { params: { target }, headers: {}, body: { content }, caller, services };
    const steps = { read: store.read, write: store.write, authorize: (db: never) => authorize(db, call) };
    return handleInSteps({ ...call, ...steps } as never);
  };
  const commit = (target: string) =>
    store.write(async (tx) => setLastMessage(tx, target, services.ids.next()));
  const run = part === "transaction" ? send : commit;
  let calls = 0;
  const end = performance.now() + seconds * 1_000;
  const before = process.cpuUsage();
  const callAgain = async (author: string, index: number) => {
    for (; performance.now() < end; calls++) await run(channels[index % channels.length] ?? "", author);
  };
  await Promise.all(authors.map(callAgain));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
