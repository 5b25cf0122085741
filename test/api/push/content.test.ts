import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { timeOfId } from "../../../src/platform/ids/ids.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { newEmoji } from "../../support/files/emojis.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import type { PushService } from "../../support/push/push-service.ts";
import {
  drainJobs,
  newPushConversation,
  openPushServer,
  subscribe,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

/** Without a public address, each process uses its own port in links. */
const alone = { nodes: 1 };

for (const engine of anyEngine) {
  describe(`the content of a notification on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine, {
        ...alone,
        config: { app_url: "https://app.example", push: { contact: "mailto:ops@chat.example" } },
      }));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const newConversation = () => newPushConversation(server, service);
    /** Waits for each delivery, because concurrent deliveries arrive in any order. */
    const sendAndDeliver = async (...args: Parameters<typeof sendMessage>) => {
      const id = await sendMessage(...args);
      await drainJobs(server);
      return id;
    };

    test("of a direct message has author, body, address and time", async () => {
      const { ann, channel, atBob } = await newConversation();
      await server.client.patch("/users/@me", { display_name: "Ann" }, ann);
      const id = await sendAndDeliver(server, { by: ann, channel }, "Hello.");
      expect(atBob.notifications()).toEqual([
        {
          author: "Ann",
          icon: `${server.url.replace("127.0.0.1", "localhost")}/api/users/${ann.id}/default_avatar`,
          body: "Hello.",
          tag: channel,
          timestamp: Math.floor(timeOfId(id) / 1_000),
          url: `https://app.example/channel/${channel}/${id}`,
          message: expect.objectContaining({ _id: id, channel, author: ann.id, content: "Hello." }),
          channel: expect.objectContaining({ _id: channel, channel_type: "DirectMessage" }),
        },
      ]);
    });

    test("shows the author's picture and the first attachment", async () => {
      const { ann, channel, atBob } = await newConversation();
      const picture = await makeImage("png");
      const avatar = await uploadFile(server, ann, { content: picture, tag: "avatars" });
      await succeed(server.client.patch("/users/@me", { avatar }, ann));
      const image = await uploadFile(server, ann, { content: picture, tag: "attachments" });
      const text = await uploadFile(server, ann, { content: "words", tag: "attachments" });
      await sendAndDeliver(server, { by: ann, channel }, { attachments: [image, text] });
      await sendAndDeliver(
        server,
        { by: ann, channel },
        { attachments: [await uploadFile(server, ann, { content: "words", tag: "attachments" })] },
      );
      const [first, second] = atBob.notifications();
      expect(first.icon).toEndWith(`/autumn/avatars/${avatar}`);
      expect(first.image).toEndWith(`/autumn/attachments/${image}`);
      expect([first.body, second.body]).toEqual(["Sent an image", "Sent a file"]);
    });

    test("of a message without text names its attachment or embed", async () => {
      const { ann, channel, atBob } = await newConversation();
      const embeds = [
        [{ title: "A title", description: "A description" }],
        [{ title: "A title" }],
        [{ icon_url: "https://outside.example/" }],
      ];
      for (const embed of embeds) await sendAndDeliver(server, { by: ann, channel }, { embeds: embed });
      expect(atBob.notifications().map(({ body }) => body)).toEqual([
        "A description",
        "A title",
        "Empty Message",
      ]);
    });

    test("has names instead of ids, and the original text as well", async () => {
      const community = await newCommunity(server);
      const bob = await newMember(server, community);
      const atBob = await subscribe(server, service, bob);
      const { owner, id, channel } = community;
      const role = await addRole(server, community, { rank: 1 });
      const emoji = await newEmoji(server, owner, { community, name: "wave" });
      await succeed(server.client.patch(`/servers/${id}/members/${bob.id}`, { nickname: "Bobby" }, owner));
      const raw = `:${emoji}: <@${bob.id}> <%${role}> <#${channel}> \`<@${owner.id}>\``;
      await sendAndDeliver(server, { by: owner, channel }, raw);
      expect(atBob.notifications()).toMatchObject([
        { body: `:wave: @Bobby @Role #General \`<@${owner.id}>\``, raw_body: raw },
      ]);
    });

    test("does not reveal names of channels that the author cannot view", async () => {
      const community = await newCommunity(server);
      const [bob, cat] = [await newMember(server, community), await newMember(server, community)];
      const atBob = await subscribe(server, service, bob);
      const secret = await succeed(
        server.client.post(
          `/servers/${community.id}/channels`,
          { type: "Text", name: "secret" },
          community.owner,
        ),
      );
      const hidden = { allow: 0, deny: permission.ViewChannel };
      await succeed(
        putPermissions(server, { by: community.owner, channel: secret._id, of: "default" }, hidden),
      );
      const elsewhere = await newCommunity(server);
      for (const by of [cat, community.owner])
        await sendAndDeliver(
          server,
          { by, channel: community.channel },
          `<@${bob.id}> <#${secret._id}> <#${elsewhere.channel}>`,
        );
      expect(atBob.notifications().map(({ body }) => body.split(" ").slice(1))).toEqual([
        [`<#${secret._id}>`, `<#${elsewhere.channel}>`],
        ["#secret", `<#${elsewhere.channel}>`],
      ]);
    });

    test("shows a masquerade, whose avatar is proxied", async () => {
      const { ann, channel, atBob } = await newConversation();
      const masquerade = { name: "The Bard", avatar: "https://outside.example/bard.png?a=1&b=2" };
      await sendAndDeliver(server, { by: ann, channel }, { content: "Sing!", masquerade });
      const [{ author, icon }] = atBob.notifications();
      expect(author).toBe("The Bard");
      expect(icon).toEndWith(`/january/proxy?url=${encodeURIComponent(masquerade.avatar)}`);
    });

    test("of a system message has the group as its author", async () => {
      const { id, owner, members } = await newGroupFixture(server);
      const browser = await subscribe(server, service, members[0]);
      await groupCalls(server, id).edit(owner, { name: "They", description: "New." });
      await drainJobs(server);
      const lines = browser.notifications().map(({ author, body }) => `${author}: ${body}`);
      expect(lines.toSorted()).toEqual([
        "They: The group has a new description.",
        "They: The group has a new name.",
      ]);
    });

    test("is never longer than push services accept", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const contents: [content: string, minBytes: number][] = [
        ["x".repeat(2_000), 2_000],
        ["é🦦".repeat(330), 2_000],
        [`<@${bob.id}>${"\u0001🦦".repeat(390)}`, 3_900],
      ];
      for (const [content, minBytes] of contents) {
        await sendAndDeliver(server, { by: ann, channel }, content);
        const plain = atBob.decrypt(atBob.requests.at(-1)?.body ?? Buffer.alloc(0));
        const { body, message, url } = JSON.parse(plain);
        expect(Buffer.byteLength(plain)).toBeLessThanOrEqual(3_993);
        expect(Buffer.byteLength(plain)).toBeGreaterThan(minBytes);
        expect(body.isWellFormed()).toBe(true);
        expect(body.slice(0, 5)).toBe(content.startsWith("<@") ? "@Some" : content.slice(0, 5));
        expect(message).toEqual({ _id: url.split("/").at(-1), channel, author: ann.id });
        expect(atBob.requests.at(-1)?.body.length).toBeLessThanOrEqual(4_096);
      }
    });
  });
}
