import { expect, test } from "bun:test";
import type { MessageSnapshot } from "../../../src/domains/safety/model.ts";
import { newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";
import { insertMessages } from "../../support/messages/reading.ts";
import { newRoom, sendMessage } from "../../support/messages/sending.ts";
import { about, reported, reportsBy } from "../../support/operators/reports.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { days } from "../../support/server/test-clock.ts";
import { joinCommunity } from "../../support/servers/communities.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

describeServer("report snapshots", preferPostgres, (server, engine) => {
  /** A user whose profile fields are all set. */
  async function newUserWithProfile(): Promise<Person> {
    const person = await newUser(server, "Figure");
    const picture = await makeImage("png");
    const [avatar, background] = [
      await uploadFile(server, person, { tag: "avatars", content: picture }),
      await uploadFile(server, person, { tag: "backgrounds", content: picture }),
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

  /** Reports a message and returns its snapshot. */
  async function reportedMessage(member: Person, id: string): Promise<MessageSnapshot> {
    const [snapshot] = (await reported(server, member, about("Message", id))).snapshots;
    if (snapshot?.kind !== "Message") throw new Error("not of a message");
    return snapshot;
  }

  test("hold fifteen messages before and after, in order, of the same channel only", async () => {
    const community = await newRoom(server);
    const calls = messageCalls(server, community.channel);
    const otherCommunity = await newRoom(server);
    const ids: string[] = [];
    for (let n = 0; n < 33; n++) {
      ids.push(await calls.send(n % 2 ? community.owner : community.member, `Number ${n}`));
      if (n % 10 === 0)
        await sendMessage(
          server,
          { by: otherCommunity.owner, channel: otherCommunity.channel },
          { content: "?" },
        );
    }
    const around = async (n: number) => {
      const { message, before, after } = await reportedMessage(
        n % 2 ? community.member : community.owner,
        ids[n] ?? "",
      );
      expect(message).toEqual((await calls.read(ids[n] ?? "")) as typeof message);
      return [before, after].map((some) => some.map(({ content }) => Number(content?.slice(7))));
    };
    const span = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
    expect(await around(16)).toEqual([span(1, 16), span(17, 32)]);
    expect(await around(0)).toEqual([[], span(1, 16)]);
    expect(await around(3)).toEqual([span(0, 3), span(4, 19)]);
    expect(await around(32)).toEqual([span(17, 32), []]);
  });

  test("hold the message, the profile of its author and its channel", async () => {
    const community = await newRoom(server);
    const author = await newUserWithProfile();
    const { channel, id: serverId, member } = community;
    await joinCommunity(server, community, author);
    const content = "Something 'bad' \u0007 with\nlines";
    const id = await sendMessage(server, { by: author, channel: channel }, { content, nonce: "once" });
    expect(await reportedMessage(member, id)).toEqual({
      kind: "Message",
      message: { _id: id, channel, author: author.id, content, nonce: "once" },
      before: [],
      after: [],
      author: await ownView(author),
      channel: { _id: channel, channel_type: "TextChannel", name: "General" },
      server: serverId,
    });
    const friend = await newUser(server);
    await setRelationship(server, "Friend/Friend", [author, friend]);
    const { body: conversation } = await openConversation(server, friend, author.id);
    const messageId = await sendMessage(
      server,
      { by: author, channel: conversation._id },
      { content: "Psst." },
    );
    const snapshot = await reportedMessage(friend, messageId);
    expect(snapshot.channel).toEqual({ _id: conversation._id, channel_type: "DirectMessage" });
    expect(snapshot).not.toHaveProperty("server");
  });

  test("of a system message have no author", async () => {
    const community = await newRoom(server);
    const system = { type: "user_left", id: community.member.id } as const;
    const [id = ""] = await insertMessages(server, community.channel, [{ system: JSON.stringify(system) }]);
    const snapshot = await reportedMessage(community.member, id);
    expect(snapshot.message).toMatchObject({ author: "0".repeat(26), system });
    expect(snapshot).not.toHaveProperty("author");
  });

  test("do not change when the content is edited or deleted", async () => {
    const community = await newRoom(server);
    const { member, channel } = community;
    const author = await newUserWithProfile();
    await joinCommunity(server, community, author);
    const calls = messageCalls(server, channel);
    const earlier = await calls.send(community.owner, "Before.");
    const id = await calls.send(author, "As it was.");
    const later = await calls.send(author, "After.");
    await reported(server, member, about("Message", id));
    await reported(server, member, about("Server", community.id));
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
    await calls.remove(community.owner, earlier);
    expect(await reportedMessage(member, id)).toMatchObject({
      message: { content: "Nothing.", edited: expect.any(String) },
      before: [],
      after: [],
    });
    await calls.remove(author, id);
    await server.client.patch("/users/@me", { remove: ["Avatar", "ProfileContent", "DisplayName"] }, author);
    await server.client.patch(`/servers/${community.id}`, { name: "Nothing" }, community.owner);
    await server.client.delete(`/channels/${channel}`, {}, community.owner);
    await server.client.delete(`/servers/${community.id}`, {}, community.owner);
    await server.drain();
    expect((await reportsBy(server, member)).slice(0, 3)).toEqual(before);
  });

  test("hold a server with its channel names, and a user with the profile", async () => {
    const community = await newRoom(server);
    const { client } = server;
    const { body: second } = await client.post(
      `/servers/${community.id}/channels`,
      { name: "Second" },
      community.owner,
    );
    const { body: serverView } = await client.get(`/servers/${community.id}`, community.owner);
    const ofServer = await reported(server, community.member, about("Server", community.id));
    expect(ofServer.snapshots).toEqual([
      {
        kind: "Server",
        server: serverView,
        channels: [
          { _id: community.channel, name: "General" },
          { _id: second._id, name: "Second" },
        ],
      },
    ]);
    const figure = await newUserWithProfile();
    const ofUser = await reported(server, community.member, about("User", figure.id));
    expect(ofUser.snapshots).toEqual([{ kind: "User", user: await ownView(figure) }]);
  });

  test("outlive the accounts of the reporter and of the reported user", async () => {
    await using ownServer = await openServer(engine);
    const community = await newRoom(ownServer);
    const message = await sendMessage(
      ownServer,
      { by: community.owner, channel: community.channel },
      { content: "Hello." },
    );
    const before = await reported(ownServer, community.member, about("Message", message));
    await reported(ownServer, community.member, about("User", community.owner.id));
    for (const person of [community.member, community.owner]) {
      const ticket = await newTicket(ownServer, person);
      const deletion = await ownServer.client.post(
        "/auth/account/delete",
        {},
        { token: person.token, ticket },
      );
      expect(deletion.status).toBe(204);
    }
    ownServer.clock.advance(days(8));
    await ownServer.drain();
    const { body } = await ownServer.client.get(`/users/${community.owner.id}/flags`);
    expect(body.flags).toBe(2);
    const stored = await reportsBy(ownServer, community.member);
    expect(stored).toHaveLength(2);
    expect(stored[0]).toEqual(before);
    // A purged user can still be reported, by id alone.
    const laterReport = await reported(
      ownServer,
      await newUser(ownServer),
      about("User", community.owner.id),
    );
    expect(laterReport.snapshots).toMatchObject([
      { kind: "User", user: { _id: community.owner.id, profile: {} } },
    ]);
  });
});
