import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { announce, type EventSpec } from "../../src/declare/event.ts";
import { events } from "../../src/domains/index.ts";
import { type Announcement, type Topic, topic } from "../../src/visibility/announcement.ts";
import type { ViewChange } from "../../src/visibility/view-change.ts";
import { newUser } from "../support/accounts/people.ts";
import { sampleOf } from "../support/hostile/sample-of.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { eventAudiences } from "../support/stream/event-audiences.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";
import { plainMember, serverDataOf } from "../support/stream/visibility.ts";

/** These end connections; test/stream/logout.test.ts covers them. */
const ofSessions = ["Auth", "Logout"];

const cases = eventAudiences
  .filter(([name]) => !ofSessions.includes(name))
  .flatMap(([name, topics, { reach } = {}]) =>
    events.filter((event) => event.name === name).map((event) => ({ name, topics, reach, event })),
  );

/** Replaces the id in a private topic by a real one throughout the sample. */
function sentTo(receiver: string, announcement: Announcement): Announcement {
  const named = announcement.topics.find((each) => each.startsWith("private:"))?.slice("private:".length);
  if (named === undefined) return announcement;
  const text = JSON.stringify(announcement);
  return JSON.parse(
    text.replaceAll(`"${named}"`, `"${receiver}"`).replaceAll(`"private:${named}"`, `"private:${receiver}"`),
  );
}

/** The change that puts a user on a topic. */
function viewChangesFor(wanted: Topic, user: string): ViewChange[] {
  const [kind, id = ""] = wanted.split(":");
  if (kind === "channel")
    return [
      {
        kind: "conversation opened",
        users: [user],
        conversation: { id, kind: "Group", recipients: [user] },
      },
    ];
  if (kind === "user") return [{ kind: "relation", user, other: id, relation: "Friend" }];
  if (kind === "blocked-by") return [{ kind: "relation", user, other: id, relation: "BlockedOther" }];
  if (kind === "server")
    return [{ kind: "server joined", user, server: serverDataOf(id), member: plainMember }];
  return [];
}

/** The sample of an event. The author of a message is offline, since nobody connects as the sample user. */
function sampleAnnouncement({ event, reach }: { event: EventSpec; reach: unknown }): Announcement {
  const payload = sampleOf(event.payload) as { user?: object };
  if (event.name === "Message") payload.user = { ...payload.user, online: false };
  return announce(event, payload, reach);
}

/** The event as a client decodes it: timestamps are numbers in msgpack. */
function withNumbers(packet: Packet): Packet {
  return JSON.parse(JSON.stringify(packet), (_, value) =>
    value === "2026-01-02T03:04:05.678Z" ? Date.parse(value) : value,
  );
}

describe("every event", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer("sqlite");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(cases)("$name on $topics reaches its audience once, and no other connection", async (each) => {
    const [receiver, bystander] = [await newUser(server, "Receiver"), await newUser(server, "Bystander")];
    await using json = (await openReadyStream(server, receiver)).stream;
    await using msgpack = (await openReadyStream(server, receiver, { format: "msgpack" })).stream;
    await using outside = (await openReadyStream(server, bystander)).stream;
    const announcement = sentTo(receiver.id, sampleAnnouncement(each));
    const [first = topic.none] = announcement.topics.filter((each) => each !== topic.none);
    const needed = [first, ...(announcement.within ?? [])];
    const changes = needed.flatMap((each) => viewChangesFor(each, receiver.id));
    await server.running.bus.publish({ name: "Nothing", payload: {}, topics: [], changes });

    await server.running.bus.publish(announcement);
    const expected = { type: announcement.name, ...(announcement.payload as object) };
    const received = (packets: Packet[]) => packets.filter(({ type }) => type === announcement.name);
    expect(received(await json.takeNew())).toEqual([expected]);
    expect(received(await msgpack.takeNew())).toEqual([withNumbers(expected)]);
    expect(await outside.takeNew()).toEqual([]);
  });
});
