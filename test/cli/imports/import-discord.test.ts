import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedId } from "../../../importers/discord/snowflakes.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import {
  beginning,
  channels,
  exportOf,
  guildId,
  ids,
  longText,
  message,
  mia,
  otterEmoji,
  otto,
  robot,
  roles,
  snowflakeAt,
  writeExport,
  writeOtterClub,
} from "../../support/imports/discord-export.ts";
import { runErmine } from "../../support/processes/program.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

setDefaultTimeout(60_000);

const id = {
  server: importedId("server", guildId),
  general: importedId("channel", channels.general.id),
  news: importedId("channel", channels.news.id),
  voice: importedId("channel", channels.voice.id),
  thread: importedId("channel", channels.thread.id),
  post: importedId("channel", channels.post.id),
  otto: importedId("user", otto.id),
  mia: importedId("user", mia.id),
  robot: importedId("user", robot.id),
  keepers: importedId("role", roles.keepers.id),
  visitors: importedId("role", roles.visitors.id),
  otter: importedId("emoji", otterEmoji.id),
  message: (snowflake: string) => importedId("message", snowflake),
};

const public_url = "https://chat.example";

describeServer("ermine import discord", engines, { config: { public_url } }, (server) => {
  let owner: Person;
  const folder = mkdtempSync(join(tmpdir(), "ermine-discord-"));
  beforeAll(async () => {
    owner = await newUser(server, "Newowner");
    await writeOtterClub(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const importing = (...words: string[]) =>
    runErmine(server.home, ["import", "discord", ...words, "--json"], { ERMINE_PUBLIC_URL: public_url });
  const countsOf = ({ stdout }: { stdout: string }): Record<string, number> =>
    Object.fromEntries(
      JSON.parse(stdout).map(({ what, count }: { what: string; count: number }) => [what, count]),
    );
  const get = async (path: string) => (await server.client.get(path, owner)).body;

  test("a dry run says what would come and what cannot, and writes nothing", async () => {
    const result = await importing(folder, "--owner", owner.id, "--dry-run");
    expect(result.code).toBe(0);
    expect(countsOf(result)).toMatchObject({
      people: 3,
      channels: 5,
      roles: 2,
      emoji: 1,
      messages: 10,
      "files of messages": 3,
      "The file is not in the export: export with --media": 1,
      "The sticker is an animation, and cannot be an attachment": 1,
    });
    expect(result.stderr).toContain("Nothing was written.");
    expect((await server.client.get(`/servers/${id.server}`, owner)).status).toBe(404);
  });

  test("everything in the export arrives, and the owner's client sees the server at once", async () => {
    const { stream } = await openReadyStream(server, owner);
    const result = await importing(folder, "--owner", `Newowner#${(await get("/users/@me")).discriminator}`);
    expect(result.stderr).toContain(`Imported into the server Otter Club (${id.server}).`);
    expect(result.code).toBe(0);
    expect(await stream.next("ServerCreate")).toMatchObject({
      id: id.server,
      server: { name: "Otter Club" },
    });

    const imported = await get(`/servers/${id.server}`);
    expect(imported).toMatchObject({
      owner: owner.id,
      icon: { tag: "icons", metadata: { type: "Image", width: 40 } },
      channels: [id.general, id.news, id.voice, id.thread, id.post],
      categories: [
        { title: "Talk", channels: [id.general, id.news] },
        { title: "general threads", channels: [id.thread] },
        { title: "Calls", channels: [id.voice] },
        { title: "questions threads", channels: [id.post] },
      ],
      roles: {
        [id.keepers]: { name: "Keepers", colour: "#3366cc", rank: 0 },
        [id.visitors]: { name: "Visitors", rank: 1 },
      },
      approximate_member_count: 4,
    });
    expect(await get(`/channels/${id.general}`)).toMatchObject({
      name: "general",
      description: "All about otters",
    });
    expect(await get(`/channels/${id.voice}`)).toMatchObject({ name: "Lounge", voice: {} });
    expect(await get(`/servers/${id.server}/members/${id.otto}`)).toMatchObject({
      roles: [id.keepers, id.visitors],
    });
    expect(await get(`/users/${id.otto}`)).toMatchObject({
      username: "otto",
      display_name: "Otto the Otter",
      avatar: { tag: "avatars", metadata: { type: "Image" } },
    });
    expect(await get(`/users/${id.mia}`)).toMatchObject({ username: "mia.m", display_name: "Mia" });
    expect(await get(`/servers/${id.server}/emojis`)).toMatchObject([
      { _id: id.otter, name: "otter", animated: true },
    ]);
  });

  test("messages have their times, authors, texts, replies, edits, pins, reactions and files", async () => {
    const found = await get(`/channels/${id.general}/messages?sort=Oldest&limit=20`);
    expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([
      ...[ids.hello, ids.reply, ids.pictures, ids.embed, ids.joined, ids.pinnedNotice].map(id.message),
      importedId("link", channels.thread.id),
    ]);
    const [hello, reply, pictures, embed, joined, pinned, link] = found;
    expect(hello).toEqual({
      _id: id.message(ids.hello),
      nonce: id.message(ids.hello),
      channel: id.general,
      author: id.otto,
      content: `Hello <@${id.mia}>, <%${id.keepers}>: see <#${id.news}> :${id.otter}:`,
      mentions: [id.mia],
      role_mentions: [id.keepers],
      pinned: true,
    });
    expect(reply).toMatchObject({
      author: id.mia,
      content: `Indeed, as in https://chat.example/server/${id.server}/channel/${id.general}/${id.message(ids.hello)}`,
      replies: [id.message(ids.hello)],
      edited: "2021-06-01T12:05:00.250Z",
      reactions: { "💯": [id.mia, id.otto], [id.otter]: [id.otto] },
    });
    expect(pictures).toMatchObject({
      content: "*gone.zip*\n*Dance*",
      attachments: [
        {
          filename: "photo.png",
          content_type: "image/png",
          metadata: { type: "Image", width: 40, height: 20 },
        },
        { filename: "notes.txt", content_type: "text/plain", size: 5 },
        { filename: "Wave.png", metadata: { type: "Image" } },
      ],
    });
    const notes = await fetch(`${server.url}/autumn/attachments/${pictures.attachments[1]._id}/notes.txt`);
    expect(await notes.text()).toBe("fish!");
    expect(embed).toMatchObject({
      author: id.robot,
      embeds: [
        {
          type: "Text",
          title: "Build 7",
          url: "https://ci.example/7",
          description: "All is well.\n\n**Branch**\nmain",
          colour: "#00ff00",
        },
      ],
    });
    expect(joined.system).toEqual({ type: "user_joined", id: id.mia });
    expect(pinned.system).toEqual({ type: "message_pinned", id: id.message(ids.hello), by: id.otto });
    expect(link).toMatchObject({ author: id.otto, content: `🧵 <#${id.thread}>` });
    expect(await get(`/channels/${id.news}/messages`)).toMatchObject([{ author: id.mia, content: longText }]);
    expect(await get(`/channels/${id.thread}/messages`)).toMatchObject([{ content: "Trout or eel?" }]);
    const time = Number.parseInt((BigInt(ids.hello) >> 22n).toString(), 10) + 1_420_070_400_000;
    expect(time).toBe(beginning + 1_000);
  });

  test("imported messages count as read, mention nobody, and are found by search", async () => {
    const unreads = await get("/sync/unreads");
    const read = new Map(
      unreads.map((each: { _id: { channel: string }; last_id: string }) => [each._id.channel, each]),
    );
    expect(read.get(id.general)).toMatchObject({ last_id: importedId("link", channels.thread.id) });
    expect(read.get(id.news)).toMatchObject({ last_id: id.message(ids.long) });
    expect(unreads.some(({ mentions }: { mentions?: string[] }) => mentions?.length)).toBe(false);
    const { body } = await server.client.post(`/channels/${id.thread}/search`, { query: "trout" }, owner);
    expect(body).toMatchObject([{ content: "Trout or eel?" }]);
    const { body: near } = await server.client.get(
      `/channels/${id.general}/messages?nearby=${id.message(ids.embed)}&limit=3`,
      owner,
    );
    expect(near.map(({ _id }: { _id: string }) => _id)).toContain(id.message(ids.embed));
  });

  test("a second run adds what is new, keeps what was changed here, and tells nobody", async () => {
    const { body: sent } = await server.client.post(
      `/channels/${id.general}/messages`,
      { content: "We moved!" },
      owner,
    );
    await server.client.put(`/channels/${id.general}/ack/${sent._id}`, undefined, owner);
    await server.client.patch(`/channels/${id.news}`, { name: "announcements" }, owner);
    const later = join(folder, "later.json");
    const another = {
      id: snowflakeAt(-800, 9),
      categoryId: snowflakeAt(-850, 1),
      category: "Talk",
      name: "late",
    };
    writeExport(later, exportOf(another, [message(snowflakeAt(90), mia, "Only now exported.")]));
    writeExport(
      join(folder, "more.json"),
      exportOf(channels.general, [
        // Edited on Discord since; and, below, without the files that the first export had.
        message(ids.reply, mia, "Indeed not.", { type: "Reply", timestampEdited: "2023-01-02T03:04:05Z" }),
        message(ids.pictures, otto, "Holiday!", {
          timestampEdited: "2023-01-02T03:04:06Z",
          attachments: [
            {
              id: snowflakeAt(3, 1),
              url: "https://cdn.discordapp.com/a/b/photo.png?ex=1",
              fileName: "photo.png",
            },
          ],
        }),
        message(snowflakeAt(91), mia, "Forgotten"),
      ]),
    );
    const { stream } = await openReadyStream(server, owner);
    const result = await importing(folder);
    expect(result.code).toBe(0);
    expect(countsOf(result)).toMatchObject({
      people: 0,
      members: 0,
      roles: 0,
      channels: 1,
      messages: 2,
      "messages that were there already": 12,
      "messages that were edited since": 2,
    });
    const pathOf = (snowflake: string) => `/channels/${id.general}/messages/${id.message(snowflake)}`;
    expect(await get(pathOf(ids.reply))).toMatchObject({
      content: "Indeed not.",
      edited: "2023-01-02T03:04:05.000Z",
      replies: [id.message(ids.hello)],
    });
    const pictures = await get(pathOf(ids.pictures));
    expect(pictures).toMatchObject({ content: "Holiday!", attachments: [{ filename: "photo.png" }, {}, {}] });
    const found = await server.client.post(`/channels/${id.general}/search`, { query: "holiday" }, owner);
    expect(found.body).toMatchObject([{ _id: pictures._id }]);
    const late = importedId("channel", another.id);
    expect(await stream.next("ChannelCreate")).toMatchObject({ _id: late, name: "late" });
    expect((await get(`/servers/${id.server}`)).categories[0].channels).toEqual([id.general, id.news, late]);
    expect(await get(`/channels/${id.news}`)).toMatchObject({ name: "announcements" });
    expect(await get(`/channels/${id.general}`)).toMatchObject({ last_message_id: sent._id });
    const { body: next } = await server.client.post(
      `/channels/${id.general}/messages`,
      { content: "Next" },
      owner,
    );
    // The next event about messages is that of this one: none was announced before.
    expect(await stream.next("Message")).toMatchObject({ _id: next._id });
    expect(next._id > sent._id).toBe(true);
  });

  test("nobody can log in as an imported user, send them a message or become their friend unasked", async () => {
    expect((await server.client.get(`/users/${id.otto}/dm`, owner)).status).toBe(403);
    expect(await get(`/users/${id.otto}`)).toMatchObject({ online: false, relationship: "None" });
  });

  test("the operators' audit has the import, and `ermine files check` finds nothing wrong", async () => {
    const audit = await runErmine(server.home, ["audit", "--json"]);
    expect(audit.stdout).toContain('"import discord"');
    expect(await runErmine(server.home, ["files", "check"])).toMatchObject({ code: 0 });
  });
});
