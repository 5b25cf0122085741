import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { MessageSnapshot } from "../../src/domains/safety/model.ts";
import { joinCommunity } from "../support/communities.ts";
import { openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { makeImage } from "../support/make-images.ts";
import { messagesIn } from "../support/message-calls.ts";
import { uploaded } from "../support/multipart.ts";
import { newTicket, newUser, type Person } from "../support/people.ts";
import { fill } from "../support/reading.ts";
import { arrange } from "../support/relationship-cells.ts";
import { about, reported, reportsBy } from "../support/reports.ts";
import { newRoom, sent } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { days } from "../support/test-clock.ts";

describe.each([...engines])("what reports show on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A user with everything that one can show of oneself. */
  async function newFigure(): Promise<Person> {
    const person = await newUser(server, "Figure");
    const picture = await makeImage("png");
    const [avatar, background] = [
      await uploaded(server, person, { tag: "avatars", content: picture }),
      await uploaded(server, person, { tag: "backgrounds", content: picture }),
    ];
    const edit = {
      display_name: "The Figure",
      avatar,
      status: { text: "Busy being bad" },
      profile: { content: "All about me.", background },
    };
    await server.client.patch("/users/@me", edit, person);
    return person;
  }

  async function ownView({ token }: Person) {
    const { body } = await server.client.get("/users/@me", { token });
    const { body: profile } = await server.client.get(`/users/${body._id}/profile`, { token });
    return { ...body, relationship: "None", profile };
  }

  /** The newest report of a message, by a member of its server. */
  async function reportedMessage(member: Person, id: string): Promise<MessageSnapshot> {
    const [snapshot] = (await reported(server, member, about("Message", id))).snapshots;
    if (snapshot?.kind !== "Message") throw new Error("not of a message");
    return snapshot;
  }

  test("fifteen messages on either side, in their order, and none of other channels", async () => {
    const room = await newRoom(server);
    const calls = messagesIn(server, room.channel);
    const elsewhere = await newRoom(server);
    const ids: string[] = [];
    for (let n = 0; n < 33; n++) {
      ids.push(await calls.say(n % 2 ? room.owner : room.member, `Number ${n}`));
      if (n % 10 === 0) await sent(server, { by: elsewhere.owner, to: elsewhere.channel }, { content: "?" });
    }
    const around = async (n: number) => {
      const { message, before, after } = await reportedMessage(
        n % 2 ? room.member : room.owner,
        ids[n] ?? "",
      );
      expect(message).toEqual((await calls.see(ids[n] ?? "")) as typeof message);
      return [before, after].map((some) => some.map(({ content }) => Number(content?.slice(7))));
    };
    const span = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
    expect(await around(16)).toEqual([span(1, 16), span(17, 32)]);
    expect(await around(0)).toEqual([[], span(1, 16)]);
    expect(await around(3)).toEqual([span(0, 3), span(4, 19)]);
    expect(await around(32)).toEqual([span(17, 32), []]);
  });

  test("a message alone, with its author as they are and where it was", async () => {
    const room = await newRoom(server);
    const author = await newFigure();
    const { channel, id: place, member } = room;
    await joinCommunity(server, room, author);
    const content = "Something 'bad' \u0007 with\nlines";
    const id = await sent(server, { by: author, to: channel }, { content, nonce: "once" });
    expect(await reportedMessage(member, id)).toEqual({
      kind: "Message",
      message: { _id: id, channel, author: author.id, content, nonce: "once" },
      before: [],
      after: [],
      author: await ownView(author),
      channel: { _id: channel, channel_type: "TextChannel", name: "General" },
      server: place,
    });
    const friend = await newUser(server);
    await arrange(server, "Friend/Friend", [author, friend]);
    const { body: talk } = await openConversation(server, friend, author.id);
    const whisper = await sent(server, { by: author, to: talk._id }, { content: "Psst." });
    const shown = await reportedMessage(friend, whisper);
    expect(shown.channel).toEqual({ _id: talk._id, channel_type: "DirectMessage" });
    expect(shown).not.toHaveProperty("server");
  });

  test("a message of the server itself has no author", async () => {
    const room = await newRoom(server);
    const system = { type: "user_left", id: room.member.id } as const;
    const [id = ""] = await fill(server, room.channel, [{ system: JSON.stringify(system) }]);
    const shown = await reportedMessage(room.member, id);
    expect(shown.message).toMatchObject({ author: "0".repeat(26), system });
    expect(shown).not.toHaveProperty("author");
  });

  test("stay as they were when everything changes or goes", async () => {
    const room = await newRoom(server);
    const { member, channel } = room;
    const author = await newFigure();
    await joinCommunity(server, room, author);
    const calls = messagesIn(server, channel);
    const earlier = await calls.say(room.owner, "Before.");
    const id = await calls.say(author, "As it was.");
    const later = await calls.say(author, "After.");
    await reported(server, member, about("Message", id));
    await reported(server, member, about("Server", room.id));
    await reported(server, member, about("User", author.id, { message_id: id }));
    const before = await reportsBy(server, member);
    expect(before.map(({ snapshots }) => snapshots.map(({ kind }) => kind))).toEqual([
      ["Message"],
      ["Server"],
      ["User", "Message"],
    ]);
    await calls.edit(author, id, { content: "Nothing." });
    await calls.react(member, id, "🦦");
    await calls.remove(author, later);
    await calls.remove(room.owner, earlier);
    expect(await reportedMessage(member, id)).toMatchObject({
      message: { content: "Nothing.", edited: expect.any(String) },
      before: [],
      after: [],
    });
    await calls.remove(author, id);
    await server.client.patch("/users/@me", { remove: ["Avatar", "ProfileContent", "DisplayName"] }, author);
    await server.client.patch(`/servers/${room.id}`, { name: "Nothing" }, room.owner);
    await server.client.delete(`/channels/${channel}`, {}, room.owner);
    await server.client.delete(`/servers/${room.id}`, {}, room.owner);
    await server.running.worker.drain();
    expect((await reportsBy(server, member)).slice(0, 3)).toEqual(before);
  });

  test("a server with the names of its channels, and a user with their profile", async () => {
    const room = await newRoom(server);
    const { client } = server;
    const { body: second } = await client.post(
      `/servers/${room.id}/channels`,
      { name: "Second" },
      room.owner,
    );
    const { body: shown } = await client.get(`/servers/${room.id}`, room.owner);
    const ofServer = await reported(server, room.member, about("Server", room.id));
    expect(ofServer.snapshots).toEqual([
      {
        kind: "Server",
        server: shown,
        channels: [
          { _id: room.channel, name: "General" },
          { _id: second._id, name: "Second" },
        ],
      },
    ]);
    const figure = await newFigure();
    const ofUser = await reported(server, room.member, about("User", figure.id));
    expect(ofUser.snapshots).toEqual([{ kind: "User", user: await ownView(figure) }]);
  });

  test("reports outlive the accounts of who made them, and of whom they are about", async () => {
    await using house = await openServer(engine);
    const room = await newRoom(house);
    const message = await sent(house, { by: room.owner, to: room.channel }, { content: "Hello." });
    const before = await reported(house, room.member, about("Message", message));
    await reported(house, room.member, about("User", room.owner.id));
    for (const person of [room.member, room.owner]) {
      const ticket = await newTicket(house, person);
      const gone = await house.client.post("/auth/account/delete", {}, { token: person.token, ticket });
      expect(gone.status).toBe(204);
    }
    house.clock.advance(days(8));
    await house.running.worker.drain();
    const { body } = await house.client.get(`/users/${room.owner.id}/flags`);
    expect(body.flags).toBe(2);
    const kept = await reportsBy(house, room.member);
    expect(kept).toHaveLength(2);
    expect(kept[0]).toEqual(before);
    // Who is gone can still be reported, by their id alone.
    const late = await reported(house, await newUser(house), about("User", room.owner.id));
    expect(late.snapshots).toMatchObject([{ kind: "User", user: { _id: room.owner.id, profile: {} } }]);
  });
});
