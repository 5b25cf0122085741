import { expect, setDefaultTimeout, test } from "bun:test";
import type { RunningServer } from "../../src/server/start-server.ts";
import { newRoom, type Room } from "../support/messages/sending.ts";
import { describeRedis, startRedis, type TestRedis } from "../support/redis/redis.ts";
import { usually } from "../support/run/is-thorough.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const urlOf = ({ port }: RunningServer) => `http://127.0.0.1:${port}`;
const usesRedis = ({ cluster }: RunningServer) => cluster?.link.carriesContent === true;

/** The client of other tests would wait until all nodes have received a message that an outage may lose. */
async function send(node: RunningServer, { owner, channel }: Room): Promise<string> {
  const response = await fetch(`${urlOf(node)}/api/channels/${channel}/messages`, {
    method: "POST",
    headers: { "x-session-token": owner.token },
    body: JSON.stringify({ content: "Hello." }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { _id: string })._id;
}

const idsIn = ({ received }: StreamClient) =>
  received.filter(({ type }) => type === "Message").map(({ _id }) => _id as string);

describeRedis.if(engines.includes("postgres"))("two nodes that send", () => {
  test.each(
    usually<[string, (redis: TestRedis) => unknown, (redis: TestRedis) => unknown]>([
      ["is killed and started again", (redis) => redis.kill(), (redis) => redis.start()],
      ["is frozen for a time", (redis) => redis.freeze(), (redis) => redis.thaw()],
      [
        "is restarted at once",
        async (redis) => {
          await redis.kill();
          await redis.start();
        },
        () => {},
      ],
    ]),
  )("deliver each message once, in order, on both nodes, while Redis %s", async (name, breakIt, repairIt) => {
    await using redis = await startRedis();
    await using server = await openServer("postgres", { nodes: 2, config: { redis_url: redis.url } });
    const { nodes } = server;
    const room = await newRoom(server);
    const viewers: StreamClient[] = [];
    for (const node of nodes)
      for (const person of [room.owner, room.member])
        viewers.push((await openReadyStream({ url: urlOf(node) }, person)).stream);
    await using closing = new AsyncDisposableStack();
    for (const viewer of viewers) closing.use(viewer);
    let closed = 0;
    for (const viewer of viewers) void viewer.closed.then(() => closed++);

    const sent: string[][] = nodes.map(() => []);
    let going = true;
    const sending = nodes.map(async (node, index) => {
      while (going) sent[index]?.push(await send(node, room));
    });
    /** Waits until each node has sent some more. */
    const sendMore = () => {
      const aims = sent.map(({ length }) => length + 10);
      return until(() => sent.every(({ length }, index) => length >= (aims[index] ?? 0)));
    };
    expect(nodes.map(usesRedis)).toEqual([true, true]);
    for (let round = 0; round < 2; round++) {
      await sendMore();
      await breakIt(redis);
      if (!name.includes("at once")) await until(() => !nodes.some(usesRedis));
      await sendMore();
      await repairIt(redis);
      await sendMore();
      await until(() => nodes.every(usesRedis));
    }
    await sendMore();
    going = false;
    await Promise.all(sending);

    // The ids of a channel grow with each message.
    const expected = sent.flat().toSorted();
    for (const viewer of viewers) {
      await until(() => idsIn(viewer).length >= expected.length);
      await viewer.takeNew();
      expect(idsIn(viewer)).toEqual(expected);
    }
    expect(closed).toBe(0);
  });
});
