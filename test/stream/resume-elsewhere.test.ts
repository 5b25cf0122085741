import { describe, expect, test } from "bun:test";
import type { Person } from "../support/accounts/people.ts";
import { settleNodes } from "../support/cluster/settle-nodes.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";

const config = { events: { ping_within_ms: hours(1_000), frames: 100_000, connects_by_user: 10_000 } };

const nodeOf = ({ nodes }: TestServer, index: number) => ({
  url: `http://127.0.0.1:${nodes[index]?.port}`,
});

/** Returns the id of the message once all nodes have delivered it. */
async function send({ client, url }: TestServer, { channel, owner }: Community, content: string) {
  const { body } = await client.post(`/channels/${channel}/messages`, { content }, owner);
  await settleNodes(url);
  return body._id;
}

/** The client gets a Ready with all that it has missed, then what follows, and can resume that connection. */
async function expectAnew(client: ResumingStream, server: TestServer, place: Community, lastMissed: string) {
  expect((await client.resume()).type).toBe("Ready");
  expect(client.ready.channels).toMatchObject([{ _id: place.channel, last_message_id: lastMissed }]);
  await send(server, place, "live");
  await client.handleAll();
  await client.cut();
  await send(server, place, "missed here");
  expect((await client.resume()).type).toBe("Resumed");
  expect(client.packets.map(({ content }) => content)).toEqual(["live", "missed here"]);
}

/** A connection that was lost after a message, which its client has handled. */
async function lostConnection(server: TestServer, place: Community, member: Person) {
  const client = await ResumingStream.open(nodeOf(server, 0), member);
  await send(server, place, "before");
  await client.handleAll();
  await client.cut();
  return client;
}

test.if(engines.includes("postgres"))(
  "a connection that is resumed on another node starts anew",
  async () => {
    await using server = await openServer("postgres", { config, nodes: 2 });
    const place = await newCommunity(server);
    const member = await newMember(server, place);
    await using client = await lostConnection(server, place, member);
    const missed = await send(server, place, "missed");
    client.moveTo(nodeOf(server, 1));
    await expectAnew(client, server, place, missed);
  },
);

describe.each(engines)("a connection that is resumed after a restart, on %s", (engine) => {
  test("starts anew", async () => {
    using cleanup = new DisposableStack();
    const home = await newMigratedHome(engine);
    cleanup.defer(() => home.remove());
    const before = await openServer(engine, { config, home, nodes: 1 });
    const place = await newCommunity(before);
    const member = await newMember(before, place);
    await using client = await lostConnection(before, place, member);
    const missed = await send(before, place, "missed");
    await before.stop();
    await using server = await openServer(engine, { config, home, nodes: 1 });
    client.moveTo(server);
    await expectAnew(client, server, place, missed);
  });
});
