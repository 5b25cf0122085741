import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ChannelsTables } from "../../src/domains/conversations/tables.ts";
import { listServerChannels } from "../../src/domains/servers/index.ts";
import { acknowledgeChannels } from "../../src/domains/unreads/actions/acknowledge-channels.ts";
import type { UnreadsTables } from "../../src/domains/unreads/tables.ts";
import { permission } from "../../src/permissions/bits.ts";
import { topic } from "../../src/protocol/event.ts";
import { overhear } from "../support/announcements.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`reading everything in a server, on ${engine}`, () => {
    let server: TestServer;
    let place: Community;
    let member: Person;

    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const acknowledge = (by: Person, id = place.id) => server.client.put(`/servers/${id}/ack`, {}, by);
    const unreads = async (by: Person) => (await server.client.get("/sync/unreads", by)).body;

    async function addChannel(): Promise<string> {
      const path = `/servers/${place.id}/channels`;
      return (await server.client.post(path, { name: "more" }, place.owner)).body._id;
    }

    const change = (id: string, changes: Partial<{ last_message_id: string; default_deny: number }>) =>
      server.running.store.write(async (tx) => {
        const update = tx.sql<ChannelsTables>().updateTable("channels");
        await update
          .set({ ...changes, ...(changes.default_deny !== undefined && { default_allow: 0 }) })
          .where("id", "=", id)
          .execute();
      });

    test("is for members: to others, privileged or not, there is no such server", async () => {
      place = await newCommunity(server);
      const privileged = await newUser(server);
      await runCommand(server, "users", "promote", privileged.id);
      for (const person of [await newUser(server), privileged])
        expectFailure(await acknowledge(person), 404, "NotFound");
      expectFailure(await acknowledge(place.owner, "unknown"), 404, "NotFound");
    });

    test("reads every channel that one can view and in which something was said", async () => {
      place = await newCommunity(server);
      member = await newMember(server, place);
      const [said, silent, hidden] = [place.channel, await addChannel(), await addChannel()];
      const other = await addChannel();
      const last = { last_message_id: server.running.services.ids.next() };
      for (const id of [said, hidden, other]) await change(id, last);
      await change(hidden, { default_deny: permission.ViewChannel });
      const { last_message_id } = last;

      await using ears = await overhear(server);
      expect(await acknowledge(member)).toMatchObject({ status: 204, body: undefined });
      expect(ears.take()).toEqual(
        [said, other].map((id) => ({
          name: "ChannelAck",
          topics: [topic.private(member.id)],
          payload: { id, user: member.id, message_id: last_message_id },
        })),
      );
      expect(await unreads(member)).toEqual(
        [said, other].map((channel) => ({ _id: { channel, user: member.id }, last_id: last_message_id })),
      );
      expect(await unreads(place.owner)).toEqual([]);
      await acknowledge(place.owner);
      const seen = (await unreads(place.owner)) as { _id: { channel: string } }[];
      expect(seen.map(({ _id }) => _id.channel)).toEqual([said, hidden, other]);
      expect(seen.map(({ _id }) => _id.channel)).not.toContain(silent);
    });

    test("reads mentions up to the last message, and none in other places", async () => {
      place = await newCommunity(server);
      const { owner } = place;
      const elsewhere = await newCommunity(server, owner);
      member = await newMember(server, place);
      await joinCommunity(server, elsewhere, member);
      const say = async (channel: string, content: string): Promise<string> =>
        (await server.client.post(`/channels/${channel}/messages`, { content }, owner)).body._id;
      const sayThrice = async (channel: string) => [
        await say(channel, `<@${member.id}>`),
        await say(channel, "@everyone"),
        await say(channel, `<@${member.id}>, @everyone`),
      ];
      const [, last = "", late] = await sayThrice(place.channel);
      const others = await sayThrice(elsewhere.channel);
      await change(place.channel, { last_message_id: last });
      await acknowledge(member);
      const user = member.id;
      expect(await unreads(member)).toEqual([
        { _id: { channel: place.channel, user }, last_id: last, mentions: [late] },
        { _id: { channel: elsewhere.channel, user }, mentions: others },
      ]);
      expect(await unreads(owner)).toEqual([]);
    });

    test("nothing was said: nothing is read, and nothing told", async () => {
      place = await newCommunity(server);
      await using ears = await overhear(server);
      expect((await acknowledge(place.owner)).status).toBe(204);
      expect(ears.take()).toEqual([]);
      expect(await unreads(place.owner)).toEqual([]);
    });

    test("what goes at that moment is read or is not, and nobody sees a failure of ours", async () => {
      place = await newCommunity(server);
      member = await newMember(server, place);
      for (let round = 0; round < 5; round++) {
        const [going, staying] = [await addChannel(), await addChannel()];
        for (const id of [going, staying])
          await change(id, { last_message_id: server.running.services.ids.next() });
        const answers = await Promise.all([
          acknowledge(member),
          server.client.delete(`/channels/${going}`, {}, place.owner),
          acknowledge(place.owner),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
        const read = (await unreads(member)) as { _id: { channel: string } }[];
        expect(read.map(({ _id }) => _id.channel)).toContain(staying);
        expect(read.map(({ _id }) => _id.channel)).not.toContain(going);
      }
    });

    // On SQLite writes come one after another.
    const onPostgres = engine === "postgres" ? test : undefined;
    onPostgres?.("of what went since it began, nothing is read", async () => {
      place = await newCommunity(server);
      const [channelId, messageId] = [await addChannel(), server.running.services.ids.next()];
      await change(channelId, { last_message_id: messageId });
      let attempts = 0;
      await server.running.store.write(async (tx) => {
        const there = await listServerChannels(tx, place.id);
        if (attempts++ === 0) {
          await server.client.delete(`/channels/${channelId}`, {}, place.owner);
          await server.running.worker.drain();
        }
        const read = there.some(({ _id }) => _id === channelId) ? [{ channelId, messageId }] : [];
        await acknowledgeChannels(tx, { userId: place.owner.id }, read);
      });
      expect(attempts).toBe(2);
      const left = await server.running.store.read((db) =>
        db.sql<UnreadsTables>().selectFrom("channel_unreads").selectAll().execute(),
      );
      expect(left.filter(({ channel_id }) => channel_id === channelId)).toEqual([]);
    });

    test("several times at the same moment is as good as once", async () => {
      place = await newCommunity(server);
      const last_message_id = server.running.services.ids.next();
      await change(place.channel, { last_message_id });
      const answers = await Promise.all([1, 2, 3, 4].map(() => acknowledge(place.owner)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(await unreads(place.owner)).toHaveLength(1);
    });
  });
}
