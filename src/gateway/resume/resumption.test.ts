// Declares the event of messages.
import "../../domains/messages/index.ts";
import { beforeEach, describe, expect, test } from "bun:test";
import { decode } from "@msgpack/msgpack";
import { membershipIn } from "../../../test/support/stream/visibility.ts";
import { configWith } from "../../config/load.ts";
import type { Services } from "../../declare/services.ts";
import { permission } from "../../permissions/bits.ts";
import { CooperativeScheduler } from "../../platform/concurrency/cooperative-scheduler.ts";
import { noMetrics } from "../../platform/metrics/port.ts";
import { PresenceTable } from "../../platform/presence/presence-table.ts";
import { topic } from "../../visibility/announcement.ts";
import type { ViewChange } from "../../visibility/view-change.ts";
import { type Codec, createMsgpackCodec, jsonCodec, type Packet, withPositions } from "../codec.ts";
import { readConnectQuery } from "../connect-query.ts";
import { Connection, type Socket } from "../connection.ts";
import { Stream } from "../stream.ts";

const channel = { _id: "general" };
const view = {
  userId: "me",
  bot: false,
  invisible: false,
  relations: new Map([["friend", "Friend" as const]]),
  conversations: [],
  servers: [membershipIn("place", { channels: [channel] })],
};
const caller = { userId: view.userId, bot: false, session: { id: "session", lastSeen: 0 } };
const msgpack = createMsgpackCodec([]);

describe("resuming", () => {
  let encoded: number;
  let commits: number;
  let stream: Stream;

  /** Counts the messages that it encodes. */
  const counting = (codec: Codec) =>
    withPositions({
      ...codec,
      encode(name, payload) {
        if (name === "Message") encoded += 1;
        return codec.encode(name, payload);
      },
    });
  const codecs = { json: counting(jsonCodec), msgpack: counting(msgpack) };

  function start(events: Record<string, number> = {}): void {
    [encoded, commits] = [0, 0];
    let time = 0;
    const services: Partial<Services> = {
      config: configWith({ events }),
      clock: { now: () => 0 },
      metrics: noMetrics,
      // A slice has room for a few events, because each look at the clock takes long.
      scheduler: new CooperativeScheduler(() => (time += 0.3)),
    };
    stream = new Stream({
      services: services as Services,
      presence: new PresenceTable(),
      publisher: { publish: () => 0, subscriberCount: () => 0 },
      msgpack,
      publish: () => {},
      publishHere: () => {},
      announcer: { announce: () => {} },
      onBacklog: () => {},
    });
  }
  beforeEach(() => start());

  function connect(codec: Codec = codecs.msgpack) {
    const packets: Packet[] = [];
    const connection = new Connection(codec, readConnectQuery(new URLSearchParams()), 0);
    const end = () => connection.detach();
    connection.open({
      send: (packet: Packet) => packets.push(packet),
      cork: (send: () => void) => send(),
      getBufferedAmount: () => 0,
      subscribe: () => {},
      unsubscribe: () => {},
      close: end,
      terminate: end,
    } as unknown as Socket);
    const received = () =>
      packets.map((packet) => (typeof packet === "string" ? JSON.parse(packet) : decode(packet)));
    return { connection, received };
  }

  /** A connection that has had its Ready and was lost; returns what resumes it. */
  function lose() {
    const { connection } = connect();
    stream.resumption.start();
    stream.hold(connection);
    const packet = codecs.msgpack.encode("Ready", {});
    stream.join(connection, {
      view,
      packet,
      position: commits,
      session: caller.session,
      followUps: () => [],
    });
    const request = { position: stream.resumption.position, connection: connection.resumableAs ?? "" };
    stream.leave(connection, 0);
    return request;
  }

  function send(content: string, author?: string): void {
    const user = author && { user: { _id: author, relationship: "None", online: false } };
    const payload = { _id: content, channel: channel._id, content, ...user };
    announce("Message", payload, [{ kind: "message sent", channel: channel._id, message: content }]);
  }
  function announce(name: string, payload: object, changes: readonly ViewChange[]): void {
    stream.receive({ name, payload, topics: [topic.channel(channel._id)], changes, position: ++commits });
  }
  const setPermissions = (deny: number) =>
    announce("ChannelUpdate", { id: channel._id, data: {}, clear: [] }, [
      {
        kind: "server channel changed",
        server: "place",
        channel: { ...channel, default_permissions: { a: 0, d: deny } },
      },
    ]);
  const sendMany = (count: number, author?: string) => {
    for (let sent = 0; sent < count; sent++) send(`${sent}`, author);
  };

  /** Resumes in msgpack, and calls `act` in a later turn of the event loop. Returns the types of what arrives. */
  async function resume(request: ReturnType<typeof lose>, act?: () => void) {
    const { connection, received } = connect();
    if (act) setImmediate(act);
    const outcome = await stream.resume(connection, request, caller);
    const events = received().flatMap((packet) => (packet.type === "Bulk" ? packet.v : [packet]));
    return { outcome, events, types: events.map(({ type, content }) => content ?? type), connection };
  }

  test.each([
    ["JSON, which the log has", "json", undefined, 0],
    ["JSON, by a friend", "json", "friend", 100],
    ["msgpack", "msgpack", undefined, 100],
    ["msgpack, by a friend", "msgpack", "friend", 100],
  ] as const)("encodes each event once for all who missed it, in %s", async (_, format, author, count) => {
    const requests = [lose(), lose(), lose()];
    sendMany(100, author);
    for (const request of requests) {
      const { connection, received } = connect(codecs[format]);
      await stream.resume(connection, request, caller);
      expect(received().filter(({ type }) => type === "Message")).toHaveLength(100);
    }
    expect(encoded).toBe(count);
  });

  test("encodes no more than a client may be sent", async () => {
    start({ send_queue_bytes: 4_096 });
    const request = lose();
    sendMany(500);
    const { outcome, types } = await resume(request);
    expect(outcome).toBe("expired");
    expect(types).toEqual([]);
    expect(encoded).toBeLessThan(100);
  });

  test("lets others run between events, and includes what they do, in order", async () => {
    const request = lose();
    sendMany(200);
    const act = () => {
      send("meanwhile");
      setPermissions(permission.ViewChannel);
      send("not seen");
      setImmediate(() => setPermissions(0));
      setImmediate(() => send("seen"));
    };
    const { types, connection } = await resume(request, act);
    const missed = Array.from({ length: 200 }, (_, index) => `${index}`);
    expect(types.slice(2, -2)).toEqual([...missed, "meanwhile", "ChannelDelete", "ChannelCreate", "seen"]);
    expect(connection.view?.hasTopic(topic.channel(channel._id))).toBeTrue();
  });

  test.each([
    ["this session", { only: "session" }, "unknown"],
    ["all other sessions", { except: "session" }, undefined],
    ["another session", { only: "other" }, undefined],
  ] as const)("fails if %s ended, before or meanwhile", async (_, sessions, failure) => {
    const logOut = () => announce("Ended", {}, [{ kind: "logged out", user: view.userId, ...sessions }]);
    const [before, meanwhile] = [lose(), lose()];
    sendMany(50);
    const during = await resume(meanwhile, logOut);
    sendMany(50);
    for (const { outcome, types } of [during, await resume(before)]) {
      expect(outcome).toEqual(failure ?? { bytes: expect.any(Number) });
      expect(types).toEqual(failure ? [] : expect.arrayContaining(["Resumed", "49"]));
    }
  });
});
