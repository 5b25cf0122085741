import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { newGroup } from "../support/channels/groups.ts";
import { postMessage, sendMessage } from "../support/messages/sending.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type Packet, type StreamClient } from "../support/stream/stream.ts";
import { changeRelationship, setRelationship } from "../support/users/relationship-transitions.ts";

/** The pair of relations of each viewer and the author, and what the viewer sees of the author. */
const viewers = {
  stranger: { pair: "None/None", relationship: "None", seesStatus: true },
  friend: { pair: "Friend/Friend", relationship: "Friend", seesStatus: true },
  "another friend": { pair: "Friend/Friend", relationship: "Friend", seesStatus: true },
  "sender of a friend request": { pair: "Outgoing/Incoming", relationship: "Outgoing", seesStatus: true },
  "receiver of a friend request": { pair: "Incoming/Outgoing", relationship: "Incoming", seesStatus: true },
  blocker: { pair: "Blocked/BlockedOther", relationship: "Blocked", seesStatus: true },
  "blocked user": { pair: "BlockedOther/Blocked", relationship: "BlockedOther", seesStatus: false },
  "blocker who is blocked": { pair: "Blocked/Blocked", relationship: "Blocked", seesStatus: false },
} as const;

const grace = hours(1);
const config = { events: { offline_grace_ms: grace, ping_within_ms: hours(1_000), frames: 10_000 } };
const status = { text: "at sea", presence: "Focus" };

describe("the author in the event of a message", () => {
  const barrier = new Barrier();
  let server: TestServer;
  let author: Person;
  let community: Community;
  let channels: Record<"server" | "group", string>;
  const people = new Map<string, Person>();
  const streams = new Map<string, StreamClient>();

  beforeAll(async () => {
    server = await openServer("sqlite", { config, betweenReadySteps: barrier.between });
    author = await newUser(server, "Author");
    await server.client.patch("/users/@me", { status }, author);
    community = await newCommunity(server, author);
    for (const name of Object.keys(viewers)) {
      const viewer = await newUser(server);
      people.set(name, viewer);
      await joinCommunity(server, community, viewer);
      await setRelationship(server, "Friend/Friend", [viewer, author]);
    }
    const group = await newGroup(server, author, [...people.values()]);
    channels = { server: community.channel, group: group._id };
    for (const [index, [name, { pair }]] of Object.entries(viewers).entries()) {
      const viewer = people.get(name) as Person;
      await changeRelationship(server, "remove", [viewer, author]);
      await setRelationship(server, pair, [viewer, author]);
      const format = index % 2 === 0 ? "json" : "msgpack";
      streams.set(name, (await openReadyStream(server, viewer, { format })).stream);
    }
    await dropEvents();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** What each viewer sees of the author in the messages since the last call. */
  async function seen(): Promise<Record<string, unknown>> {
    const entries: [string, unknown][] = [];
    for (const [name, stream] of streams) entries.push([name, (await stream.takeNew()).map(shownAuthor)]);
    return Object.fromEntries(entries);
  }

  const shownAuthor = ({ type, content, user }: Packet) => ({
    type,
    content,
    relationship: user.relationship,
    online: user.online,
    status: user.status,
  });

  const expected = (contents: readonly string[], shown: { online: boolean; status: object | undefined }) =>
    Object.fromEntries(
      Object.entries(viewers).map(([name, { relationship, seesStatus }]) => [
        name,
        contents.map((content) => ({
          type: "Message",
          content,
          relationship,
          online: shown.online && seesStatus,
          status: seesStatus ? shown.status : undefined,
        })),
      ]),
    );

  const say = (content: string, channel: string) => sendMessage(server, { by: author, channel }, content);

  async function leave(...own: StreamClient[]): Promise<void> {
    for (const stream of own) await stream[Symbol.asyncDispose]();
    server.clock.advance(grace);
    server.tick();
    await dropEvents();
  }

  /** Drops the events that no test is about. */
  const dropEvents = () => Promise.all([...streams.values()].map((stream) => stream.takeNew()));

  describe.each(["server", "group"] as const)("in a %s", (place) => {
    test("who is not connected is offline, with the relation of each viewer", async () => {
      await say("one", channels[place]);
      await say("two", channels[place]);
      expect(await seen()).toEqual(expected(["one", "two"], { online: false, status }));
    });

    test("who is connected is online, and is the user of their own connections", async () => {
      const { stream } = await openReadyStream(server, author);
      const { stream: otherDevice } = await openReadyStream(server, author, { format: "msgpack" });
      await dropEvents();
      const contents = ["one", "two", "three"];
      for (const content of contents) await say(content, channels[place]);
      const own = { type: "Message", relationship: "User", online: true, status };
      for (const device of [stream, otherDevice])
        expect((await device.takeNew()).map(shownAuthor)).toEqual(
          contents.map((content) => ({ ...own, content })),
        );
      expect(await seen()).toEqual(expected(contents, { online: true, status }));
      await leave(stream, otherDevice);
    });
  });

  test("who is invisible is offline, also to themselves", async () => {
    const { stream } = await openReadyStream(server, author);
    await server.client.patch("/users/@me", { status: { presence: "Invisible" } }, author);
    await stream.takeNew();
    await dropEvents();
    await say("hidden", channels.server);
    const shown = { online: false, status: { text: status.text } };
    expect((await stream.takeNew()).map(shownAuthor)).toEqual([
      { type: "Message", content: "hidden", relationship: "User", ...shown },
    ]);
    expect(await seen()).toEqual(expected(["hidden"], shown));
    await server.client.patch("/users/@me", { status }, author);
    await leave(stream);
  });

  test("has the relation as it is at the time of each message", async () => {
    const stranger = people.get("stranger") as Person;
    const stream = streams.get("stranger") as StreamClient;
    await setRelationship(server, "Blocked/BlockedOther", [stranger, author]);
    await say("during", channels.server);
    await server.client.delete(`/users/${author.id}/block`, {}, stranger);
    await say("after", channels.server);
    const messages = (await stream.takeNew()).filter(({ type }) => type === "Message");
    expect(messages.map(({ user }) => user.relationship)).toEqual(["Blocked", "None"]);
    await dropEvents();
  });

  test("who is not connected has the relation of a viewer who connects between two messages", async () => {
    await say("before", channels.server);
    const newcomer = await newUser(server);
    await joinCommunity(server, community, newcomer);
    await setRelationship(server, "Friend/Friend", [newcomer, author]);
    await using stream = (await openReadyStream(server, newcomer)).stream;
    await say("after", channels.server);
    expect((await stream.takeNew()).map(shownAuthor)).toMatchObject([{ relationship: "Friend" }]);
    await dropEvents();
  });

  test("is shown by relation and presence to a client that was connecting meanwhile", async () => {
    const friend = people.get("friend") as Person;
    for (const person of [friend, author]) {
      const { reached, go } = barrier.stopAt("gathered");
      await using stream = await openStream(server, person);
      await reached;
      await say("meanwhile", channels.server);
      go();
      await stream.next("Ready");
      const messages = (await stream.takeNew()).filter(({ type }) => type === "Message");
      const shown =
        person === author
          ? { relationship: "User", online: true }
          : { relationship: "Friend", online: false };
      expect(messages.map(shownAuthor)).toEqual([
        { type: "Message", content: "meanwhile", ...shown, status },
      ]);
    }
    await leave();
  });

  test("of a masqueraded message is the user; of webhooks and the system there is none", async () => {
    const { stream } = await openReadyStream(server, author);
    const masquerade = { name: "Mask" };
    await postMessage(server, { by: author, channel: channels.server }, { content: "masked", masquerade });
    const created = await server.client.post(
      `/channels/${channels.server}/webhooks`,
      { name: "Hook" },
      author,
    );
    const { id, token } = created.body;
    await server.client.post(`/webhooks/${id}/${token}`, { content: "hooked" });
    await server.client.post(
      `/channels/${channels.server}/messages/${await say("pinned", channels.server)}/pin`,
      {},
      author,
    );
    const messages = (await stream.takeNew()).filter(({ type }) => type === "Message");
    expect(messages.map(({ content, user }) => [content, user?.relationship])).toEqual([
      ["masked", "User"],
      ["hooked", undefined],
      ["pinned", "User"],
      [undefined, undefined],
    ]);
    await leave(stream);
  });

  test("that is a bot is the user of its own connections", async () => {
    const bot = await newBot(server, author);
    const home = await newCommunity(server, author);
    await inviteBot(server, bot, { server: home.id, by: author });
    const { stream } = await openReadyStream(server, bot);
    const message = { content: "beep" };
    await server.client.post(`/channels/${home.channel}/messages`, message, { bot: bot.token });
    expect((await stream.takeNew()).map(shownAuthor)).toEqual([
      { type: "Message", content: "beep", relationship: "User", online: true, status: undefined },
    ]);
    await stream[Symbol.asyncDispose]();
  });
});
