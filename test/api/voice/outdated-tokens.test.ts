import { describe, expect, test } from "bun:test";
import { findGrants } from "../../../src/domains/voice/actions/call-access.ts";
import { addParticipant } from "../../../src/domains/voice/actions/participants.ts";
import { toGrantColumns } from "../../../src/domains/voice/rules/grants.ts";
import { putJoin } from "../../../src/domains/voice/store/joins.ts";
import { permission } from "../../../src/permissions/bits.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { newVoiceChannel } from "../../support/voice/calls.ts";
import { nodeName, silentVoice } from "../../support/voice/voice-config.ts";

describe.each([...anyEngine])("a token for a call on %s", (engine) => {
  test("whose holder's permissions have changed since is noticed, and so is a change during the call", async () => {
    await using server = await openServer(engine, { config: { voice: silentVoice } });
    const { store, services } = server.running;
    const { id: serverId, owner: by } = await newCommunity(server);
    const [ann, ben] = [await newMember(server, { id: serverId }), await newMember(server, { id: serverId })];
    const channelId = await newVoiceChannel(server, { serverId, by });
    const mute = (user: { id: string }, isMuted: boolean) =>
      server.client.patch(`/servers/${serverId}/members/${user.id}`, { can_publish: !isMuted }, by);
    /** Gets a token, and uses it after something else has happened. */
    const connect = async ({ id: identity }: { id: string }, between?: () => Promise<unknown>) => {
      await store.write(async (tx) => {
        const grants = await findGrants(tx, channelId, identity);
        if (!grants) throw new Error("the member may not connect");
        const join = { channel_id: channelId, user_id: identity, session_id: null };
        await putJoin(tx, { ...join, recipients: null, moved_from: null, ...toGrantColumns(grants) });
      });
      await between?.();
      server.clock.advance(1);
      const participant = { sid: `PA_${services.ids.next()}`, identity, joinedAt: server.clock.now() };
      return store.write((tx) => addParticipant(tx, { node: nodeName, channelId }, participant));
    };
    expect(await connect(ann)).toBe(false);
    expect(await connect(ann)).toBe(false);
    expect(await connect(ann, () => mute(ann, true))).toBe(true);
    expect(await connect(ben, () => mute(ben, true))).toBe(true);

    // At once, and not only when calls are next compared with the rooms. The node does not answer, so the job stays.
    const listChecks = async () => {
      const rows = await store.read((db) =>
        db.sql<SystemTables>().selectFrom("jobs").select("id").where("name", "=", "enforce_call").execute(),
      );
      return rows.map(({ id }) => id);
    };
    const before = await listChecks();
    const denied = { allow: 0, deny: permission.Connect };
    await putPermissions(server, { by, channel: channelId, of: "default" }, denied);
    expect((await listChecks()).filter((id) => !before.includes(id))).toHaveLength(1);
  });
});
