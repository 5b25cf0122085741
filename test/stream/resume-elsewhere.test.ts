import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import type { Person } from "../support/accounts/people.ts";
import { settleNodes } from "../support/cluster/settle-nodes.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";

const config = { events: { ping_within_ms: hours(1_000), frames: 100_000, connects_by_user: 10_000 } };
const formats = ["json", "msgpack"] as const;

describe.if(engines.includes("postgres"))("a connection that is resumed on another node", () => {
  let server: TestServer;
  let place: Community;
  let member: Person;
  beforeAll(async () => {
    server = await openServer("postgres", { config, nodes: 3 });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    place = await newCommunity(server);
    member = await newMember(server, place);
  });

  const at = (index: number) => ({ url: `http://127.0.0.1:${server.nodes[index]?.port}` });
  /** Returns once all nodes have delivered it. */
  async function send(content: string): Promise<void> {
    await server.client.post(`/channels/${place.channel}/messages`, { content }, place.owner);
    await settleNodes(server.url);
  }
  const hide = (channel: string, deny: number) =>
    server.client.put(
      `/channels/${channel}/permissions/default`,
      { permissions: { allow: 0, deny } },
      place.owner,
    );

  test.each(formats)("gets what it has missed, once and in order, in %s", async (format) => {
    await using client = await ResumingStream.open(at(0), { ...member, format });
    await using control = await ResumingStream.open(at(0), { ...member, format });
    await send("before");
    await Promise.all(["a", "b", "c"].map((content) => send(content)));
    await control.handleAll();
    await client.stream.takeNew();
    await client.cut(2);
    await send("after the cut");
    client.moveTo(at(1));
    expect((await client.resume()).type).toBe("Resumed");
    await send("live");
    // Again, on a node that has started to keep events only now.
    await client.handleAll();
    await client.cut();
    await send("last");
    client.moveTo(at(2));
    expect((await client.resume()).type).toBe("Resumed");
    for (const each of [client, control]) await each.handleAll();
    expect(client.packets).toEqual(control.packets);
    expect(client.packets).toHaveLength(7);
  });

  test("gets what that node has left out, because nobody there could see it", async () => {
    const other = await newCommunity(server);
    // The node keeps events for this one, and none of the messages below.
    await using _ = await ResumingStream.open(at(1), other.owner);
    await using client = await ResumingStream.open(at(0), member);
    await using control = await ResumingStream.open(at(0), member);
    await send("before");
    for (const each of [client, control]) await each.handleAll();
    await client.cut();
    for (const content of ["first", "second", "third"]) await send(content);
    client.moveTo(at(1));
    expect((await client.resume()).type).toBe("Resumed");
    await send("live");
    for (const each of [client, control]) await each.handleAll();
    expect(client.packets).toEqual(control.packets);
    expect(client.packets).toHaveLength(5);
  });

  test("is resumed if the view of others has changed, and starts again if its own may have", async () => {
    const other = await newCommunity(server);
    await using client = await ResumingStream.open(at(0), member);
    const resumeAt = async (index: number) => {
      client.moveTo(at(index));
      return (await client.resume()).type;
    };
    await send("for a position");
    await client.handleAll();
    await client.cut();
    await server.client.put(
      `/channels/${other.channel}/permissions/default`,
      { permissions: { allow: 0, deny: permission.ViewChannel } },
      other.owner,
    );
    expect(await resumeAt(1)).toBe("Resumed");
    await send("seen");
    await client.handleAll();
    await client.cut();
    await hide(place.channel, permission.ViewChannel);
    await send("not seen");
    expect(await resumeAt(2)).toBe("Ready");
    expect(client.ready.channels).toEqual([]);
    expect(client.packets).toEqual([]);
  });

  test("starts again if a channel was shown since", async () => {
    await using client = await ResumingStream.open(at(0), member);
    await send("for a position");
    await hide(place.channel, permission.ViewChannel);
    await client.handleAll();
    await client.cut();
    await send("not seen");
    await hide(place.channel, 0);
    await settleNodes(server.url);
    client.moveTo(at(1));
    expect((await client.resume()).type).toBe("Ready");
    expect(client.packets).toEqual([]);
  });

  test("is a new one for another user with the same id, and for a position of another log", async () => {
    await using client = await ResumingStream.open(at(0), member);
    await send("for a position");
    await client.handleAll();
    const id = client.stream.received[0]?.connection;
    const { position } = client;
    await using stranger = await ResumingStream.open(at(1), place.owner);
    await stranger.cut();
    expect((await stranger.resume(position, id)).type).toBe("Ready");
    await client.cut();
    client.moveTo(at(1));
    const [where = "", mark = ""] = position.split("-");
    const otherMark = (Number.parseInt(mark, 36) + 1).toString(36);
    expect((await client.resume(`${where}-${otherMark}`)).type).toBe("Ready");
  });
});
