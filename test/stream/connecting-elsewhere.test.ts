import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { newUser } from "../support/accounts/people.ts";
import { redisProgram, startRedis } from "../support/redis/redis.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const links = [
  { between: "PostgreSQL", withRedis: false, isPresent: engines.includes("postgres") },
  {
    between: "Redis",
    withRedis: true,
    isPresent: engines.includes("postgres") && redisProgram !== undefined,
  },
].filter(({ isPresent }) => isPresent);

/** Before the snapshot of Ready, in it, and after it. */
const steps = ["snapshot", "user", "channels", "gathered"];

describe.each(links)(
  "connecting to a node that nobody of the server is connected to, over $between",
  ({ withRedis }) => {
    test("a message at any step of Ready is delivered once, and so is each later one", async () => {
      const barrier = new Barrier();
      await using redis = withRedis ? await startRedis() : undefined;
      await using server = await openServer("postgres", {
        nodes: 2,
        config: { redis_url: redis?.url ?? "" },
        betweenReadySteps: barrier.between,
      });
      const second = { url: `http://127.0.0.1:${server.nodes[1]?.port}` };
      // Somebody is connected there, so that the node is not idle.
      const stranger = await openReadyStream(second, await newUser(server, "Stranger"));
      for (const step of steps) {
        const place = await newCommunity(server);
        const member = await newMember(server, place);
        const send = async () =>
          (await server.client.post(`/channels/${place.channel}/messages`, { content: step }, place.owner))
            .body._id;
        await send();
        const { reached, go } = barrier.stopAt(step);
        await using stream = await openStream(second, member);
        await reached;
        const during = await send();
        go();
        await until(() => stream.received.some(({ type }) => type === "Ready"));
        const after = await send();
        await until(() => stream.received.some(({ _id }) => _id === after));
        const ready = stream.received.find(({ type }) => type === "Ready") as Packet;
        const channel = ready.channels.find(({ _id }: { _id: string }) => _id === place.channel);
        const messages = stream.received.filter(({ type }) => type === "Message").map(({ _id }) => _id);
        expect([...(channel.last_message_id === during ? [during] : []), ...messages]).toEqual([
          during,
          after,
        ]);
      }
      expect(stranger.stream.received.filter(({ type }) => type === "Message")).toEqual([]);
    });
  },
);
