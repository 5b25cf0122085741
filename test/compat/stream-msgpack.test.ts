import { describe, expect, test } from "bun:test";
import { type Engine, engines } from "../support/engines.ts";
import { logIn, newUser, type Person } from "../support/people.ts";
import { arrange, take } from "../support/relationship-cells.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn, type Packet, type StreamClient } from "../support/stream.ts";
import { until } from "../support/until.ts";

/** One person who listens in both formats at once. */
class Listener implements AsyncDisposable {
  readonly json: StreamClient;
  readonly msgpack: StreamClient;
  readonly ready: Packet;

  private constructor(json: StreamClient, msgpack: StreamClient, ready: Packet) {
    this.json = json;
    this.msgpack = msgpack;
    this.ready = ready;
  }

  static async enter(server: TestServer, person: Person): Promise<Listener> {
    const json = await listenIn(server, person);
    const msgpack = await listenIn(server, person, { format: "msgpack" });
    expect(msgpack.ready).toEqual(inNumbers(json.ready));
    return new Listener(json.stream, msgpack.stream, json.ready);
  }

  /** What was told meanwhile: the same in both formats. */
  async news(): Promise<string[]> {
    // First the one that speaks: what it said has been heard by the time it is answered.
    const msgpack = await this.msgpack.news();
    const json = await this.json.news();
    expect(msgpack).toEqual(json.map(inNumbers));
    return msgpack.map(({ type }) => type);
  }

  async [Symbol.asyncDispose]() {
    await this.json[Symbol.asyncDispose]();
    await this.msgpack[Symbol.asyncDispose]();
  }
}

/** Moments are text in JSON and milliseconds in msgpack; so far they occur in Ready alone. */
function inNumbers(packet: Packet): Packet {
  if (packet.type !== "Ready") return packet;
  const policy_changes = packet.policy_changes.map((change: Record<string, string>) => ({
    ...change,
    created_time: Date.parse(String(change.created_time)),
    effective_time: Date.parse(String(change.effective_time)),
  }));
  return { ...packet, policy_changes };
}

describe.each([...engines])("the stream in msgpack on %s", (engine: Engine) => {
  test("tells the same as in JSON, from the first packet to the last", async () => {
    await using server = await openServer(engine, { config: { events: { offline_grace_ms: 0 } } });
    const { client } = server;
    const [first, second] = [await newUser(server, "Ann"), await newUser(server, "Ben")];
    server.clock.advance(1);
    await runCommand(server, "policy", "add", "New rules", "https://example.com/rules");
    await client.post("/sync/settings/set", { theme: "{}" }, first);
    await using ann = await Listener.enter(server, first);
    expect(ann.ready.policy_changes).toHaveLength(1);
    await using ben = await Listener.enter(server, second);

    await arrange(server, "Friend/Friend", [first, second]);
    const related = ["UserRelationship", "UserUpdate"];
    expect([await ann.news(), await ben.news()]).toEqual([
      [...related, ...related],
      [...related, ...related],
    ]);

    const status = { text: "\u{1F9A6} at sea", presence: "Focus" };
    await client.patch("/users/@me", { display_name: "Anne", pronouns: "she", status }, first);
    await client.patch("/users/@me", { remove: ["DisplayName", "StatusText"] }, first);
    expect(await ann.news()).toEqual(["UserUpdate", "UserUpdate"]);
    expect(await ben.news()).toEqual(["UserUpdate", "UserUpdate"]);

    const { body: direct } = await client.get(`/users/${second.id}/dm`, first);
    await client.get(`/users/${first.id}/dm`, first);
    ann.msgpack.send({ type: "BeginTyping", channel: direct._id });
    expect(await ann.news()).toEqual(["ChannelCreate", "ChannelCreate", "ChannelStartTyping"]);
    ann.msgpack.send({ type: "EndTyping", channel: direct._id });
    expect(await ann.news()).toEqual(["ChannelStopTyping"]);
    expect(await ben.news()).toEqual(["ChannelCreate", "ChannelStartTyping", "ChannelStopTyping"]);

    await client.post("/sync/settings/set", { theme: '{"dark":true}' }, first);
    expect(await ann.news()).toEqual(["UserSettingsUpdate"]);
    await take(server, "block", [second, first]);
    await take(server, "unblock", [second, first]);
    expect(await ann.news()).toEqual([...related, ...related]);
    expect(await ben.news()).toEqual(["UserRelationship", "UserRelationship"]);

    const elsewhere = await logIn(server, first.email);
    await using other = await Listener.enter(server, elsewhere);
    await client.delete(`/auth/session/${first.sessionId}`, {}, elsewhere);
    expect(await other.news()).toEqual(["Auth"]);
    for (const stream of [ann.json, ann.msgpack]) {
      expect(await stream.closed).toMatchObject({ code: 4001 });
      expect(stream.heard.at(-1)).toEqual({ type: "Logout" });
    }

    expect(await ben.news()).toEqual([]);
    await other[Symbol.asyncDispose]();
    await until(() => {
      server.running.gateway.tick();
      return !server.running.services.presence.isConnected(first.id);
    });
    expect(await ben.news()).toEqual(["UserUpdate"]);
  });

  test("a ping comes back as it was", async () => {
    await using server = await openServer(engine);
    const { stream } = await listenIn(server, await newUser(server), { format: "msgpack" });
    for (const data of [0, 2 ** 40, [1, 2, 255]]) {
      stream.send({ type: "Ping", data });
      expect(await stream.next("Pong")).toMatchObject({ data });
    }
    stream.close();
  });
});
