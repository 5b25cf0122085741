import { describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { amount, anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";

/** The steps at which Ready can be held up: before the first query, after each query, and after the last. */
const steps = [
  "snapshot",
  "user",
  "relations",
  "channels",
  "users",
  "settings",
  "unreads",
  "policies",
  "gathered",
];

async function befriend({ client }: TestServer, one: Person, other: Person): Promise<void> {
  await client.put(`/users/${other.id}/friend`, {}, one);
  await client.put(`/users/${one.id}/friend`, {}, other);
}

/** How often a change reaches the client: in Ready itself, and in the events that follow it. */
function countDelivered(packets: readonly Packet[], change: ChangeMatcher): number {
  const [authenticated, ready, ...later] = packets;
  expect([authenticated?.type, ready?.type]).toEqual(["Authenticated", "Ready"]);
  return (change.inReady(ready as Packet) ? 1 : 0) + later.filter(change.isEvent).length;
}

interface ChangeMatcher {
  inReady(ready: Packet): boolean;
  isEvent(packet: Packet): boolean;
}

const userIn = (ready: Packet, id: string) => ready.users.find(({ _id }: { _id: string }) => _id === id);

describe.each([...anyEngine])("Ready without gaps on %s", (engine: Engine) => {
  test("a commit at any step of its loading is delivered once", async () => {
    const barrier = new Barrier();
    await using server = await openServer(engine, { betweenReadySteps: barrier.between });
    const { client } = server;
    const [reader, friend] = [await newUser(server, "Reader"), await newUser(server, "Friend")];
    await befriend(server, reader, friend);
    for (const step of steps) {
      const [requester, partner] = [await newUser(server, "Requester"), await newUser(server, "Partner")];
      await befriend(server, reader, partner);
      const { reached, go } = barrier.stopAt(step);
      await using stream = await openStream(server, reader);
      await reached;
      const display_name = `at ${step}`;
      await client.patch("/users/@me", { display_name }, friend);
      await client.put(`/users/${reader.id}/friend`, {}, requester);
      await client.get(`/users/${reader.id}/dm`, partner);
      await client.post("/sync/settings/set", { [`at_${step}`]: "set" }, reader);
      expect(stream.received).toEqual([]);
      go();
      await stream.next("Ready");
      const packets = await stream.takeNew();

      const delivered = {
        profile: countDelivered(packets, {
          inReady: (ready) => userIn(ready, friend.id)?.display_name === display_name,
          isEvent: ({ type, id, data }) =>
            type === "UserUpdate" && id === friend.id && data.display_name === display_name,
        }),
        request: countDelivered(packets, {
          inReady: (ready) => userIn(ready, requester.id)?.relationship === "Incoming",
          isEvent: ({ type, user }) => type === "UserRelationship" && user._id === requester.id,
        }),
        conversation: countDelivered(packets, {
          inReady: ({ channels }) =>
            channels.some(({ recipients = [] }) => (recipients as string[]).includes(partner.id)),
          isEvent: ({ type, recipients }) => type === "ChannelCreate" && recipients.includes(partner.id),
        }),
        setting: countDelivered(packets, {
          inReady: ({ user_settings }) => `at_${step}` in user_settings,
          isEvent: ({ type, update }) => type === "UserSettingsUpdate" && `at_${step}` in update,
        }),
      };
      expect({ step, ...delivered }).toEqual({ step, profile: 1, request: 1, conversation: 1, setting: 1 });
    }
  });

  test("a client that connects during constant changes receives an unbroken sequence, in order", async () => {
    await using server = await openServer(engine);
    const reader = await newUser(server, "Reader");
    const writers = await Promise.all(["One", "Two", "Three"].map((name) => newUser(server, name)));
    for (const writer of writers) {
      await befriend(server, reader, writer);
      await setCount(server, writer, 0);
    }
    let going = true;
    const last = new Map<string, number>();
    const writing = writers.map(async (writer) => {
      for (let count = 1; going; count++) {
        await setCount(server, writer, count);
        last.set(writer.id, count);
      }
    });
    const streams: StreamClient[] = [];
    for (let round = 0; round < amount(8, 25); round++) {
      const together = await Promise.all([1, 2, 3, 4].map(() => openStream(server, reader)));
      for (const stream of together) await stream.next("Ready");
      streams.push(...together);
    }
    going = false;
    await Promise.all(writing);

    for (const stream of streams) {
      const [, ready = { type: "none" }, ...later] = await stream.takeNew();
      for (const { id } of writers) {
        const first = Number(userIn(ready, id).display_name.slice(1));
        const received = later
          .filter((packet) => packet.type === "UserUpdate" && packet.id === id && packet.data.display_name)
          .map(({ data }) => Number(data.display_name.slice(1)));
        const expected = Array.from({ length: (last.get(id) ?? 0) - first }, (_, index) => first + 1 + index);
        expect(received).toEqual(expected);
      }
      stream.close();
    }
  });
});

async function setCount({ client }: TestServer, writer: Person, count: number): Promise<void> {
  const { status } = await client.patch("/users/@me", { display_name: `n${count}` }, writer);
  expect(status).toBe(200);
}
