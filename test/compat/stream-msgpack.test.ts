import { describe, expect, test } from "bun:test";
import { logIn, newUser, type Person } from "../support/accounts/people.ts";
import { anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { changeRelationship, setRelationship } from "../support/users/relationship-transitions.ts";

/** A user who is connected in both formats. */
class Listener implements AsyncDisposable {
  readonly json: StreamClient;
  readonly msgpack: StreamClient;
  readonly ready: Packet;

  private constructor(json: StreamClient, msgpack: StreamClient, ready: Packet) {
    this.json = json;
    this.msgpack = msgpack;
    this.ready = ready;
  }

  static async connect(server: TestServer, person: Person): Promise<Listener> {
    const json = await openReadyStream(server, person);
    const msgpack = await openReadyStream(server, person, { format: "msgpack" });
    expect(msgpack.ready).toEqual(withNumericTimes(json.ready));
    return new Listener(json.stream, msgpack.stream, json.ready);
  }

  /** The types of the packets since the last call, which must be the same in both formats. */
  async takeTypes(): Promise<string[]> {
    // First the connection that sends: the server has processed its messages when it answers the ping.
    const msgpack = await this.msgpack.takeNew();
    const json = await this.json.takeNew();
    expect(msgpack).toEqual(json.map(withNumericTimes));
    return msgpack.map(({ type }) => type);
  }

  async [Symbol.asyncDispose]() {
    await this.json[Symbol.asyncDispose]();
    await this.msgpack[Symbol.asyncDispose]();
  }
}

/** Times are ISO text in JSON and milliseconds in msgpack; only Ready contains them. */
function withNumericTimes(packet: Packet): Packet {
  if (packet.type !== "Ready") return packet;
  const policy_changes = packet.policy_changes.map((change: Record<string, string>) => ({
    ...change,
    created_time: Date.parse(String(change.created_time)),
    effective_time: Date.parse(String(change.effective_time)),
  }));
  return { ...packet, policy_changes };
}

describe.each([...anyEngine])("the stream in msgpack on %s", (engine: Engine) => {
  test("carries the same packets as in JSON, from the first to the last", async () => {
    await using server = await openServer(engine, { config: { events: { offline_grace_ms: 0 } } });
    const { client } = server;
    const [first, second] = [await newUser(server, "Ann"), await newUser(server, "Ben")];
    server.clock.advance(1);
    await runCommand(server, "policy", "add", "New rules", "https://example.com/rules");
    await client.post("/sync/settings/set", { theme: "{}" }, first);
    await using ann = await Listener.connect(server, first);
    expect(ann.ready.policy_changes).toHaveLength(1);
    await using ben = await Listener.connect(server, second);

    await setRelationship(server, "Friend/Friend", [first, second]);
    const related = ["UserRelationship", "UserUpdate"];
    expect([await ann.takeTypes(), await ben.takeTypes()]).toEqual([
      [...related, ...related],
      [...related, ...related],
    ]);

    const status = { text: "\u{1F9A6} at sea", presence: "Focus" };
    await client.patch("/users/@me", { display_name: "Anne", pronouns: "she", status }, first);
    await client.patch("/users/@me", { remove: ["DisplayName", "StatusText"] }, first);
    expect(await ann.takeTypes()).toEqual(["UserUpdate", "UserUpdate"]);
    expect(await ben.takeTypes()).toEqual(["UserUpdate", "UserUpdate"]);

    const { body: direct } = await client.get(`/users/${second.id}/dm`, first);
    await client.get(`/users/${first.id}/dm`, first);
    ann.msgpack.send({ type: "BeginTyping", channel: direct._id });
    expect(await ann.takeTypes()).toEqual(["ChannelCreate", "ChannelCreate", "ChannelStartTyping"]);
    ann.msgpack.send({ type: "EndTyping", channel: direct._id });
    expect(await ann.takeTypes()).toEqual(["ChannelStopTyping"]);
    expect(await ben.takeTypes()).toEqual(["ChannelCreate", "ChannelStartTyping", "ChannelStopTyping"]);

    await client.post("/sync/settings/set", { theme: '{"dark":true}' }, first);
    expect(await ann.takeTypes()).toEqual(["UserSettingsUpdate"]);
    await changeRelationship(server, "block", [second, first]);
    await changeRelationship(server, "unblock", [second, first]);
    expect(await ann.takeTypes()).toEqual([...related, ...related]);
    expect(await ben.takeTypes()).toEqual(["UserRelationship", "UserRelationship"]);

    const elsewhere = await logIn(server, first.email);
    await using other = await Listener.connect(server, elsewhere);
    await client.delete(`/auth/session/${first.sessionId}`, {}, elsewhere);
    expect(await other.takeTypes()).toEqual(["Auth"]);
    for (const stream of [ann.json, ann.msgpack]) {
      expect(await stream.closed).toMatchObject({ code: 4001 });
      expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    }

    expect(await ben.takeTypes()).toEqual([]);
    await other[Symbol.asyncDispose]();
    await until(() => {
      server.tick();
      return !server.isConnected(first.id);
    });
    expect(await ben.takeTypes()).toEqual(["UserUpdate"]);
  });

  test("returns the data of a ping unchanged", async () => {
    await using server = await openServer(engine);
    const { stream } = await openReadyStream(server, await newUser(server), { format: "msgpack" });
    for (const data of [0, 2 ** 40, [1, 2, 255]]) {
      stream.send({ type: "Ping", data });
      expect(await stream.next("Pong")).toMatchObject({ data });
    }
    stream.close();
  });
});
