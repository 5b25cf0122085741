import { expect, test } from "bun:test";
import { OutboxQueue, type Outcome, type PendingMessage, type QueuedMessage } from "./outbox-queue.ts";

const sent: Outcome = { kind: "sent" };
const unreachable: Outcome = { kind: "unreachable", error: "no connection" };
const refused: Outcome = { kind: "refused", error: "not allowed" };

function message(nonce: string, channelId = "A"): QueuedMessage {
  return {
    nonce,
    channelId,
    content: nonce,
    replies: [],
    attachments: [],
    state: "sending",
    isRefused: false,
  };
}

/** A queue whose attempts end when the test says how. */
function newQueue() {
  const attempts: { message: PendingMessage; end: (outcome: Outcome) => Promise<void> }[] = [];
  const timers: (() => void)[] = [];
  let all: readonly QueuedMessage[] = [];
  const queue = new OutboxQueue({
    deliver(one) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const end = async (outcome: Outcome) => {
        resolve(outcome);
        await Bun.sleep(0);
      };
      attempts.push({ message: one, end });
      return promise;
    },
    changed: (now) => {
      all = now;
    },
    later: (work) => timers.push(work),
  });
  const states = () => all.map(({ nonce, state, error }) => [nonce, state, error].filter(Boolean).join(" "));
  const tried = () => attempts.map((attempt) => attempt.message.nonce);
  const end = async (index: number, outcome: Outcome) => await attempts[index]?.end(outcome);
  return { queue, end, states, tried, timers };
}

test("messages of a channel go one after the other, those of other channels at the same time", async () => {
  const { queue, end, tried, states } = newQueue();
  queue.add(message("1"), message("2"), message("3", "B"));
  expect(tried()).toEqual(["1", "3"]);
  await end(0, sent);
  expect(tried()).toEqual(["1", "3", "2"]);
  await end(1, sent);
  await end(2, sent);
  expect(states()).toEqual([]);
});

test("one that does not get through holds those behind it, and goes again under the same nonce", async () => {
  const { queue, end, tried, states } = newQueue();
  queue.add(message("1"), message("2"));
  await end(0, unreachable);
  expect(states()).toEqual(["1 failed no connection", "2 failed no connection"]);
  expect(tried()).toEqual(["1"]);
  queue.wake();
  expect(states()).toEqual(["1 sending", "2 failed no connection"]);
  await end(1, sent);
  await end(2, sent);
  expect(tried()).toEqual(["1", "1", "2"]);
  expect(states()).toEqual([]);
});

test("without news of the connection it tries again by itself", async () => {
  const { queue, end, tried, timers } = newQueue();
  queue.add(message("1"));
  await end(0, unreachable);
  expect(timers).toHaveLength(1);
  timers[0]?.();
  expect(tried()).toEqual(["1", "1"]);
});

test("a refused message stays until the user asks, and holds nothing", async () => {
  const { queue, end, tried, states } = newQueue();
  queue.add(message("1"), message("2"));
  await end(0, refused);
  await end(1, sent);
  queue.wake();
  expect(tried()).toEqual(["1", "2"]);
  expect(states()).toEqual(["1 failed not allowed"]);
  queue.retry("1");
  expect(tried()).toEqual(["1", "2", "1"]);
  await end(2, refused);
  queue.remove("1");
  expect(states()).toEqual([]);
});

test("a message that arrives before its answer is gone at once, and is not sent again", async () => {
  const { queue, end, tried, states } = newQueue();
  queue.add(message("1"));
  queue.remove("1");
  expect(states()).toEqual([]);
  await end(0, unreachable);
  queue.wake();
  expect(tried()).toEqual(["1"]);
});

test("what was kept from before goes in the order in which it was written", () => {
  const { queue, tried } = newQueue();
  queue.add(message("2"), message("1"));
  queue.add(message("1"));
  expect(tried()).toEqual(["1"]);
});
