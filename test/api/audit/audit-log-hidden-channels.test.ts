import { expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { newWebhook } from "../../support/webhooks/webhooks.ts";

const secrets = /Layoffs|Next week|Budget|Whistle/;

describeServer("hidden channels in the audit log", anyEngine, (server) => {
  /** A channel that its name and description change in, with a webhook, an invite, a pin and a deleted message. */
  async function newFixture() {
    const community = await newCommunity(server);
    const { owner, id } = community;
    const [reader, insider] = [await newMember(server, community), await newMember(server, community)];
    await addRole(server, community, { rank: 5, allow: ["ViewAuditLogs"], holders: [reader] });
    const inside = await addRole(server, community, {
      rank: 4,
      allow: ["ViewAuditLogs"],
      holders: [insider],
    });
    const channel = (await succeed(server.client.post(`/servers/${id}/channels`, { name: "Layoffs" }, owner)))
      ._id as string;
    const view = permission.ViewChannel;
    await succeed(putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: view }));
    await succeed(putPermissions(server, { by: owner, channel, of: inside }, { allow: view, deny: 0 }));
    const edit = { name: "Budget", description: "Next week" };
    await succeed(server.client.patch(`/channels/${channel}`, edit, owner));
    const webhook = await newWebhook(server, owner, { channel, name: "Whistle" });
    await server.client.delete(`/webhooks/${webhook.id}`, {}, owner);
    const invite = (await succeed(server.client.post(`/channels/${channel}/invites`, {}, owner)))
      ._id as string;
    const message = await sendMessage(server, { by: owner, channel });
    await server.client.post(`/channels/${channel}/messages/${message}/pin`, {}, owner);
    return { ...community, reader, insider, channel, invite };
  }

  const readLog = async (id: string, by: Person) => {
    const { status, body } = await server.client.get(`/servers/${id}/audit_logs`, by);
    expect(status).toBe(200);
    return body.audit_logs.map(({ action }: { action: object }) => action) as Record<string, unknown>[];
  };

  test("show neither names nor description to readers who cannot view them", async () => {
    const { id, owner, reader, insider, channel, invite } = await newFixture();
    for (const by of [owner, insider]) {
      const text = JSON.stringify(await readLog(id, by));
      for (const secret of ["Layoffs", "Next week", "Budget", "Whistle", invite])
        expect(text).toContain(secret);
    }
    const entries = await readLog(id, reader);
    expect(entries.map(({ type }) => type)).toEqual((await readLog(id, owner)).map(({ type }) => type));
    expect(JSON.stringify(entries)).not.toMatch(secrets);
    expect(JSON.stringify(entries)).not.toContain(invite);
    const find = (type: string) => entries.find((entry) => entry.type === type);
    expect(find("ChannelCreate")).toEqual({ type: "ChannelCreate", channel, name: "" });
    expect(find("ChannelEdit")).toEqual({ type: "ChannelEdit", channel, before: {}, after: {} });
    expect(find("InviteCreate")).toEqual({ type: "InviteCreate", channel, invite: "" });
    expect(find("MessagePin")).toMatchObject({ channel });
  });

  test("stay hidden after they are deleted, and others stay visible", async () => {
    const { id, owner, reader, insider, channel, invite } = await newFixture();
    const open = (await succeed(server.client.post(`/servers/${id}/channels`, { name: "Open" }, owner)))._id;
    for (const each of [channel, open]) await server.client.delete(`/channels/${each}`, {}, owner);
    const entries = await readLog(id, reader);
    expect(JSON.stringify(entries)).not.toMatch(secrets);
    expect(JSON.stringify(entries)).not.toContain(invite);
    expect(entries).toContainEqual({ type: "ChannelDelete", channel, name: "" });
    expect(entries).toContainEqual({ type: "ChannelDelete", channel: open, name: "Open" });
    expect(await readLog(id, insider)).toContainEqual({ type: "ChannelDelete", channel, name: "Budget" });
    expect(JSON.stringify(await readLog(id, owner))).toContain("Layoffs");
  });
});
