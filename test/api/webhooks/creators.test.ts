import { expect, test } from "bun:test";
import { disableAccount } from "../../../src/domains/accounts/index.ts";
import { userFlags } from "../../../src/domains/users/model.ts";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { joinCommunity } from "../../support/servers/communities.ts";
import { memberCalls, verdict } from "../../support/servers/member-calls.ts";
import { addRole, setRolePermissions } from "../../support/servers/roles.ts";
import { githubPayloads } from "../../support/webhooks/github-payloads.ts";
import { deliver, formOf, json } from "../../support/webhooks/webhook-deliveries.ts";
import {
  execute,
  type NewWebhook,
  newWebhook,
  setWebhookPermissions,
  webhookPath,
} from "../../support/webhooks/webhooks.ts";

const content = "Hello.";
const everything: readonly Permission[] = [
  "ManageWebhooks",
  "SendMessage",
  "SendEmbeds",
  "UploadFiles",
  "Masquerade",
  "React",
  "ManageRole",
  "MentionEveryone",
  "MentionRoles",
];
const refusal = (permission: Permission) => `MissingPermission ${permission}`;

describeServer("webhooks and their creators", anyEngine, (server) => {
  /** A webhook with every permission, made by a member with every permission by a role. */
  const newFixture = async () => {
    const room = await newRoom(server);
    await room.setPermissions([], everything);
    const role = await addRole(server, room, { rank: 1 });
    const allowInChannel = async (allow: readonly Permission[]) => {
      await setRolePermissions(server, role, allow);
      const path = `/channels/${room.channel}/permissions/${role}`;
      await server.client.put(path, { permissions: { allow: bitsetOf(...allow), deny: 0 } }, room.owner);
    };
    const calls = memberCalls(server, room);
    await allowInChannel(everything);
    await calls.edit(room.owner, room.member, { roles: [role] });
    const webhook = await newWebhook(server, room.member, room);
    await setWebhookPermissions(server, webhook, everything);
    const lose = (...lost: Permission[]) =>
      allowInChannel(everything.filter((permission) => !lost.includes(permission)));
    return { ...room, ...calls, role, webhook, lose };
  };

  const send = async (webhook: NewWebhook, draft: object = { content }) =>
    verdict(await execute(server, webhook, draft));
  const sendGithub = async (webhook: NewWebhook) =>
    verdict(
      await server.client.post(`${webhookPath(webhook)}/github`, githubPayloads.star, {
        headers: { "x-github-event": "star" },
      }),
    );

  test("lose every permission that the creator loses, and regain it", async () => {
    const { owner, webhook, lose, role } = await newFixture();
    const file = () => uploadFile(server, owner, { tag: "attachments", content: Buffer.from("a file") });
    const drafts: [Permission, () => Promise<object>][] = [
      ["SendMessage", async () => ({ content })],
      ["SendEmbeds", async () => ({ embeds: [{ title: "Hello" }] })],
      ["UploadFiles", async () => ({ attachments: [await file()] })],
      ["Masquerade", async () => ({ content, masquerade: { name: "Another" } })],
      ["ManageRole", async () => ({ content, masquerade: { colour: "red" } })],
      ["React", async () => ({ content, interactions: { reactions: ["👍"] } })],
      ["MentionEveryone", async () => ({ content: "@everyone" })],
      ["MentionEveryone", async () => ({ content: "@online" })],
      ["MentionEveryone", async () => ({ content, flags: 4 })],
      ["MentionRoles", async () => ({ content: `<%${role}>` })],
    ];
    for (const [permission, draft] of drafts) {
      expect(await send(webhook, await draft())).toBe("200");
      await lose(permission);
      expect(await send(webhook, await draft())).toBe(refusal(permission));
      if (permission !== "SendMessage") expect(await send(webhook)).toBe("200");
      await lose();
    }
  });

  test("lose it on every route", async () => {
    const { webhook, lose } = await newFixture();
    const { body } = await execute(server, webhook, { content });
    const edit = async (change: object) =>
      verdict(await server.client.patch(`${webhookPath(webhook)}/${body._id}`, change));
    const translated = async (format: "discord" | "slack", payload: object) =>
      (await deliver(server, webhook, { to: format, ...json(payload) })).body;
    await lose("SendMessage");
    for (const format of ["discord", "slack"] as const)
      expect(await translated(format, { content, text: content })).toMatchObject({
        permission: "SendMessage",
      });
    expect(await sendGithub(webhook)).toBe(refusal("SendMessage"));
    expect(await edit({ content })).toBe(refusal("SendMessage"));
    await lose("SendEmbeds");
    expect(await sendGithub(webhook)).toBe(refusal("SendEmbeds"));
    expect(await edit({ embeds: [{ title: "Hello" }] })).toBe(refusal("SendEmbeds"));
    expect(await edit({ content })).toBe("200");
    await lose("UploadFiles");
    const form = formOf({ content }, { filename: "a.txt", content: "a file" });
    expect((await deliver(server, webhook, { to: "discord", ...form })).body).toMatchObject({
      permission: "UploadFiles",
    });
  });

  test("send messages of Discord's and Slack's formats without what the creator lacks", async () => {
    const { channel, owner, webhook, lose, role } = await newFixture();
    await lose("Masquerade", "MentionEveryone", "MentionRoles");
    const payload = { content: `@everyone <@&${role}> fire`, username: "Alarm" };
    await deliver(server, webhook, { to: "discord", ...json(payload) });
    await deliver(server, webhook, { to: "slack", ...json({ text: "<!channel> fire", username: "Alarm" }) });
    const { body } = await server.client.get(`/channels/${channel}/messages`, owner);
    expect(body).toHaveLength(2);
    for (const message of body) {
      expect(message.content).toContain("\\@everyone");
      for (const key of ["masquerade", "flags", "role_mentions"]) expect(message).not.toHaveProperty(key);
    }
  });

  test("are silent while the creator cannot view the channel or is timed out", async () => {
    const { id, owner, member, webhook, edit, setPermissions } = await newFixture();
    await setPermissions([], ["ViewChannel"]);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
    await setPermissions([], everything);
    expect(await send(webhook)).toBe("200");
    const timeout = new Date(server.clock.now() + hours(1)).toISOString();
    await edit(owner, member, { timeout });
    expect(await send(webhook)).toBe(refusal("SendMessage"));
    // Leaving does not end the timeout.
    await server.client.delete(`/servers/${id}`, {}, member);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
  });

  test("have the permissions of a member without roles after the creator left", async () => {
    const { id, member, webhook, setPermissions } = await newFixture();
    expect((await server.client.delete(`/servers/${id}`, {}, member)).status).toBe(204);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
    await setPermissions(["SendMessage"], ["Masquerade", "MentionEveryone"]);
    expect(await send(webhook)).toBe("200");
    expect(await send(webhook, { content, masquerade: { name: "Another" } })).toBe(refusal("Masquerade"));
    expect(await send(webhook, { content: "@everyone" })).toBe(refusal("MentionEveryone"));
    await setWebhookPermissions(server, webhook, []);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
  });

  test("may do nothing after the creator was kicked or banned, until they are back", async () => {
    const { id, owner, member, webhook, kick, ban, unban, setPermissions } = await newFixture();
    await setPermissions(["SendMessage"]);
    await kick(owner, member);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
    await joinCommunity(server, { id }, member);
    expect(await send(webhook)).toBe("200");
    await server.client.delete(`/servers/${id}`, {}, member);
    expect(await send(webhook)).toBe("200");
    await ban(owner, member);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
    await unban(owner, member);
    expect(await send(webhook)).toBe("200");
    await joinCommunity(server, { id }, member);
    await ban(owner, member);
    await unban(owner, member);
    expect(await send(webhook)).toBe(refusal("SendMessage"));
  });

  test("may do nothing while the creator is suspended", async () => {
    const { member, webhook, setPermissions } = await newFixture();
    await setPermissions(["SendMessage"]);
    const setFlags = (flags: number) =>
      server.running.store.write((tx) => updateUser(tx, member.id, { flags }));
    for (const flag of ["suspended", "banned", "spam"] as const) {
      await setFlags(userFlags[flag]);
      expect(await send(webhook)).toBe(refusal("SendMessage"));
    }
    await setFlags(0);
    expect(await send(webhook)).toBe("200");
    await server.running.store.write((tx) => disableAccount(tx, member.id));
    expect(await send(webhook)).toBe(refusal("SendMessage"));
  });

  test("follow the creator in groups, too", async () => {
    const { id, owner, members } = await newGroupFixture(server);
    const [heir] = members;
    const { edit, leave } = groupCalls(server, id);
    const webhook = await newWebhook(server, owner, { channel: id });
    expect(await send(webhook, { content: "@everyone" })).toBe("200");
    await edit(owner, { owner: heir.id });
    expect(await send(webhook, { content: "@everyone" })).toBe(refusal("MentionEveryone"));
    expect(await send(webhook)).toBe("200");
    await leave(owner);
    expect(await send(webhook)).toBe("200");
    const other = await newGroupFixture(server);
    const otherCalls = groupCalls(server, other.id);
    const removed = await newWebhook(server, other.owner, { channel: other.id });
    await otherCalls.edit(other.owner, { owner: other.members[0].id });
    expect((await otherCalls.remove(other.members[0], other.owner)).status).toBe(204);
    expect(await send(removed)).toBe(refusal("SendMessage"));
  });
});
