import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateMessage } from "../../src/domains/messages/store/messages.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { readFileState } from "../support/file-state.ts";
import { type MessageCalls, messageCalls } from "../support/message-calls.ts";
import { uploadFile } from "../support/multipart.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../support/record-announcements.ts";
import { newRoom, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { minutes } from "../support/test-clock.ts";

const website: Embed = { type: "Website", url: "https://a.example/" };

describe.each([...engines])("editing messages on %s", (engine) => {
  let server: TestServer;
  let room: Room;
  let calls: MessageCalls;
  let all: AnnouncementRecorder;
  beforeAll(async () => {
    server = await openServer(engine);
    // What links lead to is asked for by jobs, which stay where they can be counted.
    await server.running.worker.stop(1_000);
    all = await recordAnnouncements(server);
    room = await newRoom(server);
    calls = messageCalls(server, room.channel);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const newFile = () => uploadFile(server, room.member, { content: `${Math.random()}` });
  const isFileAlive = async (id: string) => (await readFileState(server, id)).deleted_at === null;
  const addEmbeds = (id: string, embeds: readonly Embed[]) =>
    server.running.store.write((tx) =>
      updateMessage(tx, { channel_id: room.channel, id }, { embeds: JSON.stringify(embeds) }),
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

  test("changes the text and leaves the rest, and reaches all who can view the channel", async () => {
    const { member, owner } = room;
    const file = await newFile();
    const answered = await calls.send(owner);
    const id = await calls.send(member, {
      content: `Hello, <@${owner.id}>.`,
      attachments: [file],
      replies: [{ id: answered, mention: false }],
      flags: 2,
    });
    await calls.react(owner, id, "🦦");
    const before = await calls.read(id);
    const { stream } = await openReadyStream(server, owner);
    all.take();
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
      channel: room.channel,
      data: { content: "Goodbye.", edited, embeds: [] },
      clear: [],
    };
    expect(all.take()).toEqual([calls.announcement("MessageUpdate", update)]);
    expect(await stream.takeNew()).toEqual([{ type: "MessageUpdate", ...update }]);
    expect(await isFileAlive(file)).toBe(true);
    await stream[Symbol.asyncDispose]();
  });

  test("without changes sets the time, and removes embeds of links", async () => {
    const { member } = room;
    const media = await newFile();
    const id = await calls.send(member, { content: "Look.", embeds: [{ title: "One", media }] });
    const [text] = (await calls.read(id))?.embeds ?? [];
    if (!text) throw new Error("it has one");
    await addEmbeds(id, [text, website]);
    all.take();
    const { body } = await calls.edit(member, id, {});
    const { edited } = body;
    expect(body).toMatchObject({ content: "Look.", embeds: [text] });
    const data = { edited, embeds: [text] };
    expect(all.take()).toEqual([
      calls.announcement("MessageUpdate", { id, channel: room.channel, data, clear: [] }),
    ]);
    expect(await isFileAlive(media)).toBe(true);
    expect(await jobsFor(id)).toBe(0);
    server.clock.advance(1_000);
    const again = await calls.edit(member, id, { content: null, embeds: null });
    expect(Date.parse(again.body.edited)).toBeGreaterThanOrEqual(Date.parse(edited) + 1_000);
    expect(again.body).toEqual({ ...body, edited: again.body.edited });
  });

  test("replaces embeds, and releases the files of the previous ones", async () => {
    const { member } = room;
    const [one, two, three, attached] = [await newFile(), await newFile(), await newFile(), await newFile()];
    const id = await calls.send(member, {
      attachments: [attached],
      embeds: [{ title: "One", media: one }, { title: "Two", media: two }, { title: "None" }],
    });
    const wanted = { title: "Three", description: "New", colour: "red", media: three };
    all.take();
    const { body } = await calls.edit(member, id, { embeds: [wanted, {}] });
    const { media, ...text } = wanted;
    const shown = [
      { type: "Text", ...text, media: expect.objectContaining({ _id: media, tag: "attachments" }) },
      { type: "Text" },
    ];
    expect(body.embeds).toEqual(shown);
    expect((await calls.read(id))?.embeds).toEqual(body.embeds);
    const [update] = all.take();
    expect(update?.payload).toEqual({
      id,
      channel: room.channel,
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
    const place = await newRoom(server);
    const { member } = place;
    const here = messageCalls(server, place.channel);
    const id = await here.send(member, "Hello.");
    await here.edit(member, id, { content: "No link." });
    await here.edit(member, id, { embeds: [{ url: "https://a.example/" }] });
    expect(await jobsFor(id)).toBe(0);
    await here.edit(member, id, { content: "https://a.example/" });
    expect(await jobsFor(id)).toBe(1);
    await place.setPermissions([], ["SendEmbeds"]);
    expect((await here.edit(member, id, { content: "https://b.example/" })).status).toBe(200);
    expect(await jobsFor(id)).toBe(1);
  });

  test("works in conversations too, as long as the author may write there", async () => {
    const [one, two] = await newFriends(server);
    const { body: talk } = await openConversation(server, one, two.id);
    const here = messageCalls(server, talk._id);
    const id = await here.send(one);
    const { stream } = await openReadyStream(server, two);
    const { body } = await here.edit(one, id, { content: "Goodbye." });
    expect(await stream.takeNew()).toMatchObject([
      { type: "MessageUpdate", id, data: { content: "Goodbye." } },
    ]);
    expect(body).not.toHaveProperty("user");
    await stream[Symbol.asyncDispose]();
  });

  test("at the same time leaves the last announced state as a whole", async () => {
    const { member } = room;
    for (let round = 0; round < 4; round++) {
      const id = await calls.send(member);
      all.take();
      const texts = ["One", "Two", "Three"];
      const answers = await Promise.all(
        texts.map((title) => calls.edit(member, id, { content: title, embeds: [{ title }] })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const kept = await calls.read(id);
      const last = all.take().at(-1)?.payload as { data: object };
      expect(kept).toMatchObject(last.data);
      expect(kept?.embeds).toEqual([{ type: "Text", title: kept?.content ?? "" }]);
    }
  });
});
