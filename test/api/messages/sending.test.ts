import { beforeAll, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { days } from "../../support/server/test-clock.ts";
import { newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("sending messages,", anyEngine, (server, engine) => {
  let community: Room;
  beforeAll(async () => {
    community = await newRoom(server);
  });

  const post = (draft: unknown, by = community.member) =>
    postMessage(server, { by, channel: community.channel }, draft);

  test("returns the message, with its author as a user and as a member", async () => {
    const { id, channel, member } = community;
    const { body: user } = await server.client.get("/users/@me", member);
    const { body: asMember } = await server.client.get(`/servers/${id}/members/${member.id}`, member);
    const { status, body } = await post({ content: "Hello." });
    const { username, discriminator } = user;
    const authorView = { _id: member.id, username, discriminator, relationship: "None", online: false };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        _id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        nonce: body._id,
        channel,
        author: member.id,
        content: "Hello.",
        user: authorView,
        member: asMember,
      },
    });
    expect(await lastMessageOf(server, channel)).toBe(body._id);
  });

  test("reaches all viewers of the channel and the author, with the presence and status of the author", async () => {
    const { channel, member, owner } = community;
    const stranger = await newUser(server);
    const streams = [];
    for (const person of [owner, member, stranger])
      streams.push((await openReadyStream(server, person)).stream);
    await server.client.patch("/users/@me", { status: { text: "Busy" } }, member);
    await Promise.all(streams.map((stream) => stream.takeNew()));
    const { body } = await postMessage(
      server,
      { by: member, channel: channel },
      { content: "Hello.", nonce: "mine" },
    );
    const [ofOwner, ofMember, ofStranger] = await Promise.all(streams.map((stream) => stream.takeNew()));
    expect(body).toMatchObject({
      nonce: "mine",
      user: { relationship: "None", online: true, status: { text: "Busy" } },
    });
    expect(ofOwner).toEqual([{ type: "Message", ...body }]);
    // The author's own connections recognise the author by the relationship.
    expect(ofMember).toEqual([{ type: "Message", ...body, user: { ...body.user, relationship: "User" } }]);
    expect(ofStranger).toEqual([]);
    for (const stream of streams) await stream[Symbol.asyncDispose]();
  });

  test("does not reach members who cannot view the channel", async () => {
    const fixture = await newRoom(server);
    const { stream } = await openReadyStream(server, fixture.member);
    await fixture.setPermissions([], ["ViewChannel"]);
    await stream.takeNew();
    await sendMessage(server, { by: fixture.owner, channel: fixture.channel }, { content: "Psst." });
    expect(await stream.takeNew()).toEqual([]);
    await stream[Symbol.asyncDispose]();
  });

  test.each<[string, { content?: string; [field: string]: unknown }, object]>([
    ["white space", { content: " \n" }, { content: " \n" }],
    ["every script", { content: "Ωλ 👩‍👩‍👧 \u202e" }, { content: "Ωλ 👩‍👩‍👧 \u202e" }],
    ["empty lists", { content: "x", attachments: [], replies: [], embeds: [] }, { content: "x" }],
    ["nulls", { content: "x", nonce: null, masquerade: null, interactions: null, flags: null }, {}],
    ["an empty embed", { embeds: [{}] }, { embeds: [{ type: "Text" }] }],
    ["no reactions", { content: "x", interactions: { reactions: [] } }, { content: "x" }],
    ["unknown fields", { content: "x", author: "me", pinned: true }, { content: "x" }],
    ["flags of zero", { content: "x", flags: 0 }, { content: "x" }],
    ["flag 1", { content: "x", flags: 1 }, { flags: 2 }],
    ["flag 2", { content: "x", flags: 2 }, { flags: 2 }],
    ["flags 1 and 2", { content: "x", flags: 3 }, { flags: 2 }],
  ])("%s can be sent", async (_, draft, expectedFields) => {
    const { status, body } = await post(draft);
    expect(status).toBe(200);
    const { _id, channel, author, user, member, nonce, ...rest } = body;
    expect(rest).toEqual({
      ...(draft.content !== undefined && { content: draft.content }),
      ...expectedFields,
    });
    const [stored] = (await readMessages(server, channel)).slice(-1);
    expect(stored).toMatchObject({ id: _id, author_id: author, content: draft.content ?? null });
    expect(nonce).toBe(draft.nonce ?? _id);
  });

  test.each([
    ["nothing", {}, "422 EmptyMessage"],
    ["empty text", { content: "" }, "422 EmptyMessage"],
    ["empty text and empty lists", { content: "", embeds: [], attachments: [] }, "422 EmptyMessage"],
    ["2000 bytes", { content: "é".repeat(1000) }, "200"],
    ["2001 bytes", { content: `${"é".repeat(1000)}x` }, "422 PayloadTooLarge"],
    [
      "2000 bytes with a description",
      { content: "é".repeat(500), embeds: [{ description: "é".repeat(500) }] },
      "200",
    ],
    [
      "2001 bytes with a description",
      { content: "é".repeat(500), embeds: [{ description: "é".repeat(500) }, { description: "x" }] },
      "422 PayloadTooLarge",
    ],
    ["a number", { content: 5 }, "400 FailedValidation"],
    ["a nonce of 64", { content: "x", nonce: "n".repeat(64) }, "200"],
    ["a nonce of 65", { content: "x", nonce: "n".repeat(65) }, "400 FailedValidation"],
    ["an empty nonce", { content: "x", nonce: "" }, "400 FailedValidation"],
    ["a negative flag", { content: "x", flags: -1 }, "400 FailedValidation"],
    ["a broken flag", { content: "x", flags: 1.5 }, "400 FailedValidation"],
    ["flag 4", { content: "x", flags: 4 }, "400 IsNotBot"],
    ["flags up to 7", { content: "x", flags: 7 }, "400 IsNotBot"],
    ["flag 8", { content: "x", flags: 8 }, "400 InvalidProperty"],
    ["every flag", { content: "x", flags: 2 ** 32 - 1 }, "400 InvalidProperty"],
    ["more than every flag", { content: "x", flags: 2 ** 32 }, "400 FailedValidation"],
    ["a zero byte", { content: "a\0b" }, "400 FailedValidation"],
    ["half a character", { content: "\ud800" }, "400 FailedValidation"],
    ["a list", [], "400 FailedValidation"],
  ])("%s gets the right response", async (_, draft, expected) => {
    expect(outcome(await post(draft))).toEqual(expected);
  });

  test("the maximum length depends on the age of the author's account", async () => {
    await using strict = await openServer(engine, {
      config: { limits: { new_user: { message_length: 10 }, default: { message_length: 20 } } },
    });
    const { owner, channel } = await newRoom(strict);
    const outcomes = async () => {
      const requests = [10, 11, 20, 21].map((length) =>
        postMessage(strict, { by: owner, channel: channel }, { content: "x".repeat(length) }),
      );
      return (await Promise.all(requests)).map(({ status }) => status);
    };
    expect(await outcomes()).toEqual([200, 422, 422, 422]);
    strict.clock.advance(days(4));
    expect(await outcomes()).toEqual([200, 200, 200, 422]);
  });

  test("does not reach other channels", async () => {
    const other = await newMember(server, community);
    const elsewhere = await newRoom(server);
    const before = await readMessages(server, community.channel);
    await sendMessage(server, { by: elsewhere.owner, channel: elsewhere.channel }, { content: "Elsewhere." });
    expect(await readMessages(server, community.channel)).toEqual(before);
    expect(
      outcome(await postMessage(server, { by: other, channel: elsewhere.channel }, { content: "x" })),
    ).toBe("403 MissingPermission");
  });
});
