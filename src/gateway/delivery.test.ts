import { beforeEach, describe, expect, test } from "bun:test";
import { membershipIn } from "../../test/support/visibility.ts";
import { type Topic, topic } from "../protocol/event.ts";
import type { Relation } from "../protocol/view-change.ts";
import { Audience } from "./audience.ts";
import { type Codec, createMsgpackCodec, jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, type Socket } from "./connection.ts";
import { Delivery } from "./delivery.ts";
import { View } from "./view.ts";

const msgpack = createMsgpackCodec([]);

/** Counts how often packets are written. */
function counting(codec: Codec): Codec & { written: number } {
  return {
    ...codec,
    written: 0,
    encode(name, payload) {
      this.written += 1;
      return codec.encode(name, payload);
    },
  };
}

describe("delivery", () => {
  let audience: Audience;
  let codecs: { json: ReturnType<typeof counting>; msgpack: ReturnType<typeof counting> };
  let heard: string[];
  let published: string[];
  let subscribed: Map<string, number>;
  let backlog: number[];
  let delivery: Delivery;

  beforeEach(() => {
    audience = new Audience();
    codecs = { json: counting(jsonCodec), msgpack: counting(msgpack) };
    [heard, published, subscribed, backlog] = [[], [], new Map(), []];
    delivery = new Delivery({
      audience,
      codecs: [codecs.json, codecs.msgpack],
      onBacklog: (bytes) => backlog.push(bytes),
      publisher: {
        publish: (to) => published.push(to),
        subscriberCount: (to) => subscribed.get(to) ?? 0,
      },
    });
  });

  function connect(
    userId: string,
    { codec = codecs.json, relations = {} as Record<string, Relation>, sent = 1 } = {},
  ): void {
    const connection = new Connection(codec, readConnectQuery(new URLSearchParams()), 0);
    connection.open({
      send: () => {
        heard.push(userId);
        return sent;
      },
      subscribe: (to: string) => subscribed.set(to, (subscribed.get(to) ?? 0) + 1),
    } as unknown as Socket);
    const sight = {
      bot: false,
      privileged: false,
      invisible: false,
      conversations: [],
      servers: [membershipIn("place")],
    };
    audience.join(connection, new View({ userId, ...sight, relations: new Map(Object.entries(relations)) }));
  }

  const tell = (topics: Topic[], except: Topic[] = []) =>
    delivery.deliver({ name: "Told", payload: {}, topics, except });

  test("writes a packet once for each format that somebody hears, and hands it to the sockets' own topics", () => {
    for (const id of ["ann", "bob", "cid"]) connect(id);
    tell([topic.server("place")]);
    expect(published).toEqual(["server:place"]);
    expect([codecs.json.written, codecs.msgpack.written]).toEqual([1, 0]);
    connect("dan", { codec: codecs.msgpack });
    tell([topic.server("place")]);
    expect(published).toEqual(["server:place", "server:place", "msgpack server:place"]);
    expect([codecs.json.written, codecs.msgpack.written]).toEqual([2, 1]);
  });

  test("writes nothing for nobody", () => {
    tell([topic.server("place"), topic.private("ann")]);
    tell([]);
    expect([published, codecs.json.written]).toEqual([[], 0]);
  });

  test("reaches further topics one by one, each connection once", () => {
    for (const id of ["ann", "bob", "cid"]) connect(id);
    connect("bob");
    tell([topic.private("ann"), topic.private("bob"), topic.private("bob"), topic.server("away")]);
    expect(published).toEqual(["private:ann"]);
    expect(heard).toEqual(["bob", "bob"]);
    expect(codecs.json.written).toBe(1);
  });

  test("passes over who has heard it by the first topic, and who is excepted", () => {
    connect("ann", { relations: { eve: "Friend" } });
    connect("bob", { relations: { eve: "BlockedOther" } });
    connect("cid");
    tell([topic.user("eve"), topic.server("place")], [topic.blockedBy("eve")]);
    expect(published).toEqual(["user:eve"]);
    expect(heard).toEqual(["cid"]);
  });

  test("tells of those who do not keep up", () => {
    connect("ann");
    connect("bob", { sent: -1 });
    tell([topic.private("ann"), topic.private("bob")]);
    expect(backlog).toEqual(['{"type":"Told"}'.length]);
  });
});
