import { afterAll, beforeAll, expect, test } from "bun:test";
import { updateMessage } from "../../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../../src/protocol/embed.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { readFileState } from "../../support/files/file-state.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom, type Room } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes } from "../../support/server/test-clock.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const website: Embed = { type: "Website", url: "https://a.example/" };

describeServer("editing messages", anyEngine, (server) => {
  let community: Room;
  let calls: MessageCalls;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    // Jobs fetch the links of messages. Without the worker they stay in the table, where the tests count them.
    for (const { worker } of server.nodes) await worker.stop(1_000);
    announcements = await recordAnnouncements(server);
    community = await newRoom(server);
    calls = messageCalls(server, community.channel);
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  const newFile = () => uploadFile(server, community.member, { content: `${Math.random()}` });
  const isFileAlive = async (id: string) => (await readFileState(server, id)).deleted_at === null;
  const addEmbeds = (id: string, embeds: readonly Embed[]) =>
    server.running.store.write((tx) =>
      updateMessage(tx, { channel_id: community.channel, id }, { embeds: JSON.stringify(embeds) }),
    );
  const jobsFor = async (id: string) => {
    const jobs = await server.running.store.read((db) =>
      db
        .sql<{ jobs: { name: string; payload: string } }>()
        .selectFrom("jobs")
        .selectAll()
        .where("name", "=", "unfurl_links")
        .execute(),
    );
    return jobs.filter(({ payload }) => JSON.parse(payload).message === id).length;
  };

  test("describes attachments, and leaves the embeds of links as they are", async () => {
    const { member, owner, channel } = community;
    const [one, two] = [await newFile(), await newFile()];
    const id = await calls.send(member, {
      attachments: [one, two],
      attachment_descriptions: [{ id: two, description: "before" }],
    });
    await addEmbeds(id, [website]);
    const before = await calls.read(id);
    announcements.take();
    const describe = (...pairs: readonly (readonly [string, string])[]) => ({
      attachment_descriptions: pairs.map(([file, description]) => ({ id: file, description })),
    });
    const { body } = await calls.edit(member, id, describe([one, "an otter"], [two, ""]));
    const [first, second] = before?.attachments ?? [];
    const { description: _, ...bare } = second ?? {};
    const attachments = [{ ...first, description: "an otter" }, bare];
    expect(body).toEqual({ ...before, edited: expect.any(String), attachments });
    expect(await calls.read(id)).toEqual(body);
    const data = { edited: body.edited, attachments };
    expect(announcements.take()).toEqual([
      calls.announcement("MessageUpdate", { id, channel, data, clear: [] }),
    ]);
    expectFailure(await calls.edit(member, id, describe([await newFile(), "x"])), 404, "NotFound");
    expectFailure(await calls.edit(owner, id, describe([one, "x"])), 403, "CannotEditMessage");
  });

  test("changes only the text, and reaches all viewers of the channel", async () => {
    const { member, owner } = community;
    const file = await newFile();
    const original = await calls.send(owner);
    const id = await calls.send(member, {
      content: `Hello, <@${owner.id}>.`,
      attachments: [file],
      replies: [{ id: original, mention: false }],
      flags: 2,
    });
    await calls.react(owner, id, "🦦");
    const before = await calls.read(id);
    const { stream } = await openReadyStream(server, owner);
    announcements.take();
    const { status, body } = await calls.edit(member, id, { content: "Goodbye." });
    const edited = body.edited;
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...before, content: "Goodbye.", edited: expect.any(String), embeds: [] },
    });
    expect(body).toMatchObject({ mentions: [owner.id], reactions: { "🦦": [owner.id] }, flags: 2 });
    expect(Math.abs(Date.parse(edited) - server.clock.now())).toBeLessThan(minutes(1));
    expect(await calls.read(id)).toEqual(body);
    const update = {
      id,
      channel: community.channel,
      data: { content: "Goodbye.", edited, embeds: [] },
      clear: [],
    };
    expect(announcements.take()).toEqual([calls.announcement("MessageUpdate", update)]);
    expect(await stream.takeNew()).toEqual([{ type: "MessageUpdate", ...update }]);
    expect(await isFileAlive(file)).toBe(true);
    await stream[Symbol.asyncDispose]();
  });

  test("without changes sets the time, and removes embeds of links", async () => {
    const { member } = community;
    const media = await newFile();
    const id = await calls.send(member, { content: "Look.", embeds: [{ title: "One", media }] });
    const [text] = (await calls.read(id))?.embeds ?? [];
    if (!text) throw new Error("the message has no embed");
    await addEmbeds(id, [text, website]);
    announcements.take();
    const { body } = await calls.edit(member, id, {});
    const { edited } = body;
    expect(body).toMatchObject({ content: "Look.", embeds: [text] });
    const data = { edited, embeds: [text] };
    expect(announcements.take()).toEqual([
      calls.announcement("MessageUpdate", { id, channel: community.channel, data, clear: [] }),
    ]);
    expect(await isFileAlive(media)).toBe(true);
    expect(await jobsFor(id)).toBe(0);
    server.clock.advance(1_000);
    const again = await calls.edit(member, id, { content: null, embeds: null });
    expect(Date.parse(again.body.edited)).toBeGreaterThanOrEqual(Date.parse(edited) + 1_000);
    expect(again.body).toEqual({ ...body, edited: again.body.edited });
  });

  test("replaces embeds, and releases the files of the previous ones", async () => {
    const { member } = community;
    const [one, two, three, attached] = [await newFile(), await newFile(), await newFile(), await newFile()];
    const id = await calls.send(member, {
      attachments: [attached],
      embeds: [{ title: "One", media: one }, { title: "Two", media: two }, { title: "None" }],
    });
    const newEmbed = { title: "Three", description: "New", colour: "red", media: three };
    announcements.take();
    const { body } = await calls.edit(member, id, { embeds: [newEmbed, {}] });
    const { media, ...text } = newEmbed;
    const expectedEmbeds = [
      { type: "Text", ...text, media: expect.objectContaining({ _id: media, tag: "attachments" }) },
      { type: "Text" },
    ];
    expect(body.embeds).toEqual(expectedEmbeds);
    expect((await calls.read(id))?.embeds).toEqual(body.embeds);
    const [update] = announcements.take();
    expect(update?.payload).toEqual({
      id,
      channel: community.channel,
      data: { edited: body.edited, embeds: body.embeds },
      clear: [],
    });
    expect(await Promise.all([one, two, three, attached].map(isFileAlive))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(await readFileState(server, three)).toMatchObject({ used_as: "Message", used_by: id });

    expect((await calls.edit(member, id, { embeds: [] })).body.embeds).toEqual([]);
    expect(await Promise.all([three, attached].map(isFileAlive))).toEqual([false, true]);
  });

  test("embeds links again, if the text is new and the author may send embeds", async () => {
    const restricted = await newRoom(server);
    const { member } = restricted;
    const here = messageCalls(server, restricted.channel);
    const id = await here.send(member, "Hello.");
    await here.edit(member, id, { content: "No link." });
    await here.edit(member, id, { embeds: [{ url: "https://a.example/" }] });
    expect(await jobsFor(id)).toBe(0);
    await here.edit(member, id, { content: "https://a.example/" });
    expect(await jobsFor(id)).toBe(1);
    await restricted.setPermissions([], ["SendEmbeds"]);
    expect((await here.edit(member, id, { content: "https://b.example/" })).status).toBe(200);
    expect(await jobsFor(id)).toBe(1);
  });

  test("works in conversations too, as long as the author may write there", async () => {
    const [one, two] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, two.id);
    const here = messageCalls(server, conversation._id);
    const id = await here.send(one);
    const { stream } = await openReadyStream(server, two);
    const { body } = await here.edit(one, id, { content: "Goodbye." });
    expect(await stream.takeNew()).toMatchObject([
      { type: "MessageUpdate", id, data: { content: "Goodbye." } },
    ]);
    expect(body).not.toHaveProperty("user");
    await stream[Symbol.asyncDispose]();
  });

  test("concurrently leaves the last announced edit as a whole", async () => {
    const { member } = community;
    for (let round = 0; round < 4; round++) {
      const id = await calls.send(member);
      announcements.take();
      const texts = ["One", "Two", "Three"];
      const responses = await Promise.all(
        texts.map((title) => calls.edit(member, id, { content: title, embeds: [{ title }] })),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const stored = await calls.read(id);
      const last = announcements.take().at(-1)?.payload as { data: object };
      expect(stored).toMatchObject(last.data);
      expect(stored?.embeds).toEqual([{ type: "Text", title: stored?.content ?? "" }]);
    }
  });
});
