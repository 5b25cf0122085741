import { beforeAll, expect, test } from "bun:test";
import { newEmoji } from "../../support/files/emojis.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

const text = (length: number) => "x".repeat(length);

describeServer("the parts of a message", anyEngine, (server) => {
  let community: Room;
  beforeAll(async () => {
    community = await newRoom(server);
    await community.setPermissions(["Masquerade", "ManageRole"]);
  });

  const post = (draft: object, by = community.member) =>
    postMessage(server, { by, channel: community.channel }, { content: "Hello.", ...draft });
  const upload = (by = community.member, tag = "attachments") =>
    uploadFile(server, by, { content: "some text", filename: "note.txt", tag });
  const fetchStatus = async (id: string) =>
    (await fetch(`${server.url}/autumn/attachments/${id}/note.txt`)).status;

  test("attachments are part of the message, and can be fetched once it is sent", async () => {
    const [one, two] = [await upload(), await upload()];
    expect(await fetchStatus(one)).toBe(404);
    const { body } = await post({ attachments: [one, two] });
    const file = { tag: "attachments", filename: "note.txt", content_type: "text/plain" };
    expect(body.attachments).toMatchObject([
      { _id: one, ...file },
      { _id: two, ...file },
    ]);
    expect([await fetchStatus(one), await fetchStatus(two)]).toEqual([200, 200]);
  });

  test("attachments alone make a message", async () => {
    const { status, body } = await post({ content: null, attachments: [await upload()] });
    expect({ status, content: body.content }).toEqual({ status: 200, content: undefined });
  });

  test("an attachment is used once, by its uploader", async () => {
    const [mine, theirs, other] = [await upload(), await upload(community.owner), await upload()];
    for (const attachments of [[other, theirs], [other, other], [other, "unknown"], [""]])
      expectFailure(await post({ attachments }), 404, "NotFound");
    expectFailure(await post({ attachments: [other], embeds: [{ media: other }] }), 404, "NotFound");
    expectFailure(await post({ embeds: [{ media: theirs }] }), 404, "NotFound");
    expect(outcome(await post({ attachments: [mine] }))).toBe("200");
    expectFailure(await post({ attachments: [mine] }), 404, "NotFound");
    // Refused messages do not use up their files.
    expect(await fetchStatus(other)).toBe(404);
    expect(outcome(await post({ attachments: [other] }))).toBe("200");
  });

  test("attachments are described by whoever sends them, and no other file is", async () => {
    const [one, two, theirs] = [await upload(), await upload(), await upload(community.owner)];
    const describe = (id: string, description: string) => [{ id, description }];
    const mine = { attachments: [one, two] };
    for (const id of [theirs, "unknown", "__proto__"])
      expectFailure(await post({ ...mine, attachment_descriptions: describe(id, "x") }), 404, "NotFound");
    expectFailure(await post({ attachment_descriptions: describe(one, "x") }), 404, "NotFound");
    const long = { ...mine, attachment_descriptions: describe(one, text(1001)) };
    expect(outcome(await post(long))).toBe("400 FailedValidation");
    const said = `Zwei Otter "hier"\u202e <b> ${text(900)}`;
    const { body } = await post({ ...mine, attachment_descriptions: describe(one, ` ${said} `) });
    expect(body.attachments.map((file: { description?: string }) => file.description)).toEqual([
      said,
      undefined,
    ]);
    const path = `/channels/${community.channel}/messages/${body._id}`;
    expect((await server.client.get(path, community.owner)).body.attachments).toEqual(body.attachments);
  });

  test("at most five of each are allowed", async () => {
    const files = await Promise.all(Array.from({ length: 6 }, () => upload()));
    const embeds = Array.from({ length: 6 }, () => ({ title: "T" }));
    const max = { max: 5 };
    expectFailure(await post({ attachments: files }), 400, "TooManyAttachments", max);
    expectFailure(await post({ embeds }), 400, "TooManyEmbeds", max);
    const { body } = await post({ attachments: files.slice(1), embeds: embeds.slice(1) });
    expect([body.attachments.length, body.embeds.length]).toEqual([5, 5]);
  });

  test("embeds are shown as they were sent, with their picture", async () => {
    const media = await upload();
    const embed = {
      icon_url: "https://example.com/icon.png",
      url: "not checked",
      title: "Title",
      description: "Text",
      colour: "linear-gradient(30deg, red 20%, #0f0)",
    };
    const { body } = await post({ content: "", embeds: [{ ...embed, media }, { title: "Two" }] });
    const file = { _id: media, tag: "attachments", filename: "note.txt" };
    expect(body.embeds).toEqual([
      { type: "Text", ...embed, media: expect.objectContaining(file) },
      { type: "Text", title: "Two" },
    ]);
    expect(await fetchStatus(media)).toBe(200);
  });

  test.each([
    [{ title: text(100) }, "200"],
    [{ title: text(101) }, "400 FailedValidation"],
    [{ title: "" }, "400 FailedValidation"],
    [{ description: text(1_900) }, "200"],
    [{ description: text(2_001) }, "400 FailedValidation"],
    [{ description: "" }, "400 FailedValidation"],
    [{ url: text(256) }, "200"],
    [{ url: text(257) }, "400 FailedValidation"],
    [{ icon_url: text(256) }, "200"],
    [{ icon_url: text(257) }, "400 FailedValidation"],
    [{ icon_url: "" }, "400 FailedValidation"],
    [{ colour: "rgba(1, 2, 3, 0.5)" }, "200"],
    [{ colour: "" }, "400 FailedValidation"],
    [{ colour: "url(https://example.com)" }, "400 FailedValidation"],
    [{ colour: "#12345g" }, "400 FailedValidation"],
    [{ colour: text(129) }, "400 FailedValidation"],
    [{ media: 5 }, "400 FailedValidation"],
    [{ type: "Image", image: { url: "x" } }, "200"],
  ])("an embed of %j gets %s", async (embed, expected) => {
    expect(outcome(await post({ embeds: [embed] }))).toBe(expected);
  });

  test.each([
    [{}, "200"],
    [{ name: text(32), avatar: text(256), colour: "red" }, "200"],
    [{ name: "" }, "400 FailedValidation"],
    [{ name: text(33) }, "400 FailedValidation"],
    [{ avatar: "" }, "400 FailedValidation"],
    [{ avatar: text(257) }, "400 FailedValidation"],
    [{ colour: "expression(1)" }, "400 FailedValidation"],
  ])("a masquerade of %j gets %s", async (masquerade, expected) => {
    const response = await post({ masquerade });
    expect(outcome(response)).toBe(expected);
    if (response.status === 200) expect(response.body.masquerade).toEqual(masquerade);
  });

  test("a masquerade is shown with its name, avatar and colour", async () => {
    const masquerade = { name: "Somebody else", avatar: "https://example.org/a.png", colour: "red" };
    expect((await post({ masquerade })).body.masquerade).toEqual(masquerade);
  });

  test("interactions may list reactions, and allow no others", async () => {
    const elsewhere = await newRoom(server);
    const custom = await newEmoji(server, elsewhere.owner, { community: elsewhere });
    const { body: some } = await post({ interactions: { reactions: ["👍", custom, "👍"] } });
    expect(some.interactions).toEqual({ reactions: ["👍", custom] });
    const { body: only } = await post({ interactions: { reactions: ["🦦"], restrict_reactions: true } });
    expect(only.interactions).toEqual({ reactions: ["🦦"], restrict_reactions: true });
    expect(only.reactions).toBeUndefined();
    const twice = Array.from({ length: 40 }, (_, at) => String.fromCodePoint(0x1f1e6 + (at % 20)));
    expect(outcome(await post({ interactions: { reactions: twice } }))).toBe("200");
    for (const reactions of [undefined, []])
      expectFailure(
        await post({ interactions: { reactions, restrict_reactions: true } }),
        400,
        "InvalidProperty",
      );
  });

  test("replies refer to messages of the same channel, each once", async () => {
    const by = community.member;
    const elsewhere = await sendMessage(
      server,
      { by: community.owner, channel: await newChannel() },
      { content: "x" },
    );
    const [one, two] = [
      await sendMessage(server, { by, channel: community.channel }, { content: "1" }),
      await sendMessage(server, { by, channel: community.channel }, { content: "2" }),
    ];
    const reply = (id: string, more = {}) => ({ id, mention: false, ...more });
    const { body } = await post({ replies: [reply(two), reply(one), reply(two)] });
    expect(body.replies).toEqual([two, one]);
    for (const id of [elsewhere, "unknown", ""]) {
      expectFailure(await post({ replies: [reply(one), reply(id)] }), 404, "NotFound");
      expectFailure(await post({ replies: [reply(id, { fail_if_not_exists: true })] }), 404, "NotFound");
      const { body: withoutMissing } = await post({
        replies: [reply(id, { fail_if_not_exists: false }), reply(one)],
      });
      expect(withoutMissing.replies).toEqual([one]);
    }
    const five = Array.from({ length: 5 }, () => reply(one));
    expect((await post({ replies: five })).body.replies).toEqual([one]);
    expectFailure(await post({ replies: [...five, reply(one)] }), 400, "TooManyReplies", { max: 5 });
    expectFailure(await post({ replies: [{ id: one }] }), 400, "FailedValidation", {
      error: expect.any(String),
    });
  });

  /** Another channel of the same server. */
  async function newChannel(): Promise<string> {
    const path = `/servers/${community.id}/channels`;
    return (await server.client.post(path, { name: "other" }, community.owner)).body._id;
  }
});
