import { describe, expect, setDefaultTimeout } from "bun:test";
import pino from "pino";
import { postMessage, sendMessage } from "../support/messages/sending.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { openFirstNode, openFurtherNode } from "./two-nodes.ts";

setDefaultTimeout(60_000);

describe.skipIf(!engines.includes("postgres"))("a node that starts in a busy cluster", () => {
  thoroughTest("handles no event before all of its parts exist, and every one from then on", async () => {
    const config = { events: { frames: 1_000_000 } };
    await using busy = await openFirstNode(config);
    const { owner, channel } = await newCommunity(busy);
    const { stream: typing } = await openReadyStream(busy, owner);
    let isOver = false;
    const send = async () => {
      while (!isOver) await postMessage(busy, { by: owner, channel });
    };
    const type = async () => {
      while (!isOver) {
        typing.send({ type: "BeginTyping", channel });
        await Bun.sleep(1);
      }
    };
    const traffic = [send(), send(), type()];
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
    for (let round = 0; round < 3; round++) {
      await using node = await openFurtherNode(busy, { config, log });
      const { stream } = await openReadyStream(node, owner);
      const sent = await sendMessage(busy, { by: owner, channel });
      await until(() => stream.received.some(({ type, _id }) => type === "Message" && _id === sent));
    }
    isOver = true;
    await Promise.all(traffic);
    expect(lines).toEqual([]);
  });
});
