// Declares the event of messages.
import "../domains/messages/index.ts";
import { beforeEach, describe, expect, test } from "bun:test";
import { membershipIn, plainMember, serverDataOf } from "../../test/support/stream/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { type Topic, topic } from "../visibility/announcement.ts";
import type { Relation } from "../visibility/view-change.ts";
import { Audience } from "./audience.ts";
import { type Codec, createMsgpackCodec, jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, type Socket } from "./connection.ts";
import { Delivery } from "./delivery.ts";
import { View } from "./view.ts";

const msgpack = createMsgpackCodec([]);

/** Counts how often packets are encoded. */
function counting(codec: Codec): Codec & { encoded: number } {
  return {
    ...codec,
    encoded: 0,
    encode(name, payload) {
      this.encoded += 1;
      return codec.encode(name, payload);
    },
  };
}

describe("delivery", () => {
  let audience: Audience;
  let codecs: { json: ReturnType<typeof counting>; msgpack: ReturnType<typeof counting> };
  let receivers: string[];
  let published: string[];
  let subscribed: Map<string, number>;
  let backlog: number[];
  let delivered: number;
  let delivery: Delivery;

  beforeEach(() => {
    audience = new Audience();
    codecs = { json: counting(jsonCodec), msgpack: counting(msgpack) };
    [receivers, published, subscribed, backlog] = [[], [], new Map(), []];
    delivered = 0;
    delivery = new Delivery({
      audience,
      onBacklog: (bytes) => backlog.push(bytes),
      deliveries: {
        add: (amount = 1) => {
          delivered += amount;
        },
      },
      publisher: {
        publish: (to) => published.push(to),
        subscriberCount: (to) => subscribed.get(to) ?? 0,
      },
    });
    for (const codec of [codecs.json, codecs.msgpack]) delivery.addCodec(codec);
  });

  function connect(
    userId: string,
    { codec = codecs.json, relations = {} as Record<string, Relation>, sent = 1 } = {},
  ): void {
    const connection = new Connection(codec, readConnectQuery(new URLSearchParams()), 0);
    connection.open({
      send: () => {
        receivers.push(userId);
        return sent;
      },
      subscribe: (to: string) => subscribed.set(to, (subscribed.get(to) ?? 0) + 1),
      unsubscribe: (to: string) => subscribed.set(to, (subscribed.get(to) ?? 0) - 1),
    } as unknown as Socket);
    const state = {
      bot: false,
      invisible: false,
      conversations: [],
      servers: [membershipIn("place", { channels: [{ _id: "general" }] })],
    };
    audience.addConnection(
      connection,
      new View({ userId, ...state, relations: new Map(Object.entries(relations)) }),
    );
  }

  const viewersTopic = (userId: string) =>
    String(audience.viewOf(userId)?.nativeTopic(topic.channel("general")));

  const deliver = (topics: Topic[], except: Topic[] = []) =>
    delivery.deliver({ name: "Event", payload: {}, topics, except });

  test("encodes a packet once for each format with subscribers, and publishes it on the topics of the sockets", () => {
    for (const id of ["ann", "bob", "cid"]) connect(id);
    deliver([topic.server("place")]);
    expect(published).toEqual(["server:place"]);
    expect([codecs.json.encoded, codecs.msgpack.encoded]).toEqual([1, 0]);
    connect("dan", { codec: codecs.msgpack });
    deliver([topic.server("place")]);
    expect(published).toEqual(["server:place", "server:place", "msgpack server:place"]);
    expect([codecs.json.encoded, codecs.msgpack.encoded]).toEqual([2, 1]);
    expect(delivered).toBe(3 + 4);
  });

  test("encodes nothing without subscribers", () => {
    deliver([topic.server("place"), topic.private("ann")]);
    deliver([]);
    expect([published, codecs.json.encoded]).toEqual([[], 0]);
  });

  test("sends to the subscribers of further topics one by one, once to each connection", () => {
    for (const id of ["ann", "bob", "cid"]) connect(id);
    connect("bob");
    deliver([topic.private("ann"), topic.private("bob"), topic.private("bob"), topic.server("away")]);
    expect(published).toEqual(["private:ann"]);
    expect(receivers).toEqual(["bob", "bob"]);
    expect(delivered).toBe(3);
    expect(codecs.json.encoded).toBe(1);
  });

  test("skips connections that the first topic has reached, and excepted ones", () => {
    connect("ann", { relations: { eve: "Friend" } });
    connect("bob", { relations: { eve: "BlockedOther" } });
    connect("cid");
    deliver([topic.user("eve"), topic.server("place")], [topic.blockedBy("eve")]);
    expect(published).toEqual(["user:eve"]);
    expect(receivers).toEqual(["cid"]);
  });

  describe.each([true, false])("a message, with its author connected: %p", (connected) => {
    const message = { channel: "general", user: { _id: "eve" } };
    const send = () =>
      delivery.deliver({ name: "Message", payload: message, topics: [topic.channel("general")] });

    beforeEach(() => {
      if (connected) connect("eve", { relations: { ann: "Friend", bob: "Friend", offline: "Friend" } });
    });

    test("is encoded once for all strangers", () => {
      for (const id of ["cid", "dan", "fay"]) connect(id);
      send();
      expect(published).toEqual([viewersTopic("cid")]);
      expect(receivers).toEqual(connected ? ["eve"] : []);
      expect(codecs.json.encoded).toBe(connected ? 2 : 1);
    });

    test("is encoded once for all with the same relation, and published to the others", () => {
      for (const id of ["ann", "bob"]) connect(id, { relations: { eve: "Friend" } });
      connect("cid");
      send();
      send();
      const each = [...(connected ? ["eve"] : []), "ann", "bob"];
      expect(receivers).toEqual([...each, ...each]);
      expect(published).toEqual([viewersTopic("cid"), viewersTopic("cid")]);
      expect(codecs.json.encoded).toBe(connected ? 6 : 4);
    });

    test("is not encoded for strangers if there are none", () => {
      connect("ann", { relations: { eve: "Friend" } });
      send();
      expect([published, codecs.json.encoded]).toEqual([[], connected ? 2 : 1]);
    });
  });

  describe("a channel of a server reaches the sockets of those who can view it", () => {
    const hidden = { a: 0, d: permission.ViewChannel };
    const reached = (channel: string) =>
      [...audience.nativeTopics(topic.channel(channel))].reduce(
        (sum, to) => sum + (subscribed.get(to) ?? 0),
        0,
      );
    const override = (default_permissions: typeof hidden) =>
      audience.applyVisibility([
        { kind: "server channel changed", server: "place", channel: { _id: "staff", default_permissions } },
      ]);
    const counts = () => ["general", "staff"].map(reached);

    beforeEach(() => {
      for (const id of ["ann", "bob", "ann"]) connect(id);
      override(hidden);
    });

    test("after changes of an override and of the owner, and a deletion", () => {
      expect(counts()).toEqual([3, 0]);
      override({ a: 0, d: 0 });
      expect(counts()).toEqual([3, 3]);
      audience.applyVisibility([{ kind: "server changed", server: "place", owner: "bob" }]);
      override(hidden);
      expect(counts()).toEqual([3, 1]);
      audience.apply({ kind: "channel gone", channel: "general" });
      expect(counts()).toEqual([0, 1]);
    });

    test("after members have left and joined, and the server is deleted", () => {
      audience.apply({ kind: "server left", user: "ann", server: "place" });
      expect(counts()).toEqual([1, 0]);
      const server = serverDataOf("place", { channels: [{ _id: "general" }] });
      audience.apply({ kind: "server joined", user: "ann", server, member: plainMember });
      expect(counts()).toEqual([3, 0]);
      audience.apply({ kind: "server gone", server: "place" });
      expect([...subscribed].filter(([to, count]) => to.startsWith("viewers:") && count > 0)).toEqual([]);
    });
  });

  test("reports packets that a client could not take at once", () => {
    connect("ann");
    connect("bob", { sent: -1 });
    deliver([topic.private("ann"), topic.private("bob")]);
    expect(backlog).toEqual(['{"type":"Event"}'.length]);
  });
});
