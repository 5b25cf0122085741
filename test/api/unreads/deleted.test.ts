import { expect, test } from "bun:test";
import { deleteUnreadsJob } from "../../../src/domains/unreads/jobs.ts";
import type { UnreadsTables } from "../../../src/domains/unreads/tables.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { openStream } from "../../support/stream/stream.ts";
import { insertUsers } from "../../support/users/bulk-users.ts";

describeServer("unread records of deleted channels", engines, (server) => {
  const record = (userIds: readonly string[], channel_id: string) =>
    server.running.store.write(async (tx) => {
      const rows = userIds.map((user_id) => ({ user_id, channel_id, last_id: channel_id }));
      await tx.sql<UnreadsTables>().insertInto("channel_unreads").values(rows).execute();
    });
  const count = async (channelId: string): Promise<number> => {
    const rows = await server.running.store.read((db) =>
      db.sql<UnreadsTables>().selectFrom("channel_unreads").select("channel_id").execute(),
    );
    return rows.filter(({ channel_id }) => channel_id === channelId).length;
  };

  test("are hidden from every user, even before they are deleted", async () => {
    const person: Person = await newUser(server);
    await record([person.id], "01GONE");
    expect((await server.client.get("/sync/unreads", person)).body).toEqual([]);
    await using stream = await openStream(server, person);
    expect((await stream.next("Ready")).channel_unreads).toEqual([]);
    expect(await count("01GONE")).toBe(1);
  });

  test("are deleted after the channel or its server, and those of other channels stay", async () => {
    const [community, other] = [await newCommunity(server), await newCommunity(server)];
    const member = await newMember(server, community);
    const created = await server.client.post(
      `/servers/${community.id}/channels`,
      { name: "More" },
      community.owner,
    );
    const channels: string[] = [created.body._id, community.channel, other.channel];
    for (const channel of channels) await record([community.owner.id, member.id], channel);
    const counts = () => Promise.all(channels.map(count));

    await server.client.delete(`/channels/${created.body._id}`, {}, community.owner);
    await server.drain();
    expect(await counts()).toEqual([0, 2, 2]);
    await server.client.delete(`/servers/${community.id}`, {}, community.owner);
    await server.drain();
    expect(await counts()).toEqual([0, 0, 2]);
  });

  test("are deleted two hundred at a time, and by the next run of the job after a crash", async () => {
    const channelIds = ["01GONE1", "01GONE2"];
    const userIds = await insertUsers(server, 300);
    for (const id of channelIds) await record(userIds, id);
    const { store, services } = server.running;
    const run = deleteUnreadsJob.run as (context: unknown, payload: unknown) => Promise<void>;
    let steps = 0;
    const write: typeof store.write = (work) => {
      if (++steps > 1) throw new Error("power failure");
      return store.write(work);
    };
    const context = { services, read: store.read, write };
    await expect(run(context, { channelIds })).rejects.toThrow("power failure");
    expect(await Promise.all(channelIds.map(count))).toEqual([100, 300]);
    await run({ ...context, write: store.write }, { channelIds });
    expect(await Promise.all(channelIds.map(count))).toEqual([0, 0]);
  });
});
