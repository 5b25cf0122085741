import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertPolicyChange } from "../../src/domains/policy/store.ts";
import { newUser } from "../support/accounts/people.ts";
import { inviteBot, newBot } from "../support/bots/bots.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours, minutes } from "../support/server/test-clock.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

for (const engine of anyEngine) {
  describe(`bots on the event stream on ${engine}`, () => {
    const barrier = new Barrier();
    let server: TestServer;
    beforeAll(async () => {
      const events = { offline_grace_ms: 0, ping_within_ms: hours(1) };
      server = await openServer(engine, { config: { events }, betweenReadySteps: barrier.between });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function settle() {
      const bot = await newBot(server);
      const place = await newCommunity(server);
      await inviteBot(server, bot, { server: place.id, by: place.owner });
      return { bot, place, member: await newMember(server, place) };
    }

    const rename = ({ token }: { token: string }, display_name: string) =>
      server.client.patch("/users/@me", { display_name }, { token });

    test("get a Ready like people, but without policy changes", async () => {
      const { bot, place } = await settle();
      const later = server.clock.now() + minutes(1);
      const policy = { id: "policy", created_at: later, effective_at: later, description: "", url: "" };
      await server.running.store.write((tx) => insertPolicyChange(tx, policy));
      const { stream, ready } = await openReadyStream(server, bot);
      const person = (await openReadyStream(server, place.owner)).ready;
      expect(Object.keys(ready).toSorted()).toEqual(Object.keys(person).toSorted());
      expect([ready, person].map(({ policy_changes }) => policy_changes.length)).toEqual([0, 1]);
      expect(ready.users).toMatchObject([{ _id: bot.id, relationship: "User", online: true }]);
      expect(ready.servers).toMatchObject([{ _id: place.id }]);
      expect(ready.channels).toMatchObject([{ _id: place.channel }]);
      expect(ready.members).toMatchObject([{ _id: { server: place.id, user: bot.id } }]);
      await stream[Symbol.asyncDispose]();
      const chosen = await openReadyStream(server, bot, { query: "ready=policy_changes&ready=users" });
      expect(Object.keys(chosen.ready).toSorted()).toEqual(["policy_changes", "type", "users"]);
      await chosen.stream[Symbol.asyncDispose]();
    });

    test("may authenticate with a message as well", async () => {
      const { bot } = await settle();
      await using stream = await openStream(server);
      stream.send({ type: "Authenticate", token: bot.token });
      expect((await stream.next("Ready")).users).toMatchObject([{ _id: bot.id }]);
    });

    test("receive every update of the members of their servers without Subscribe", async () => {
      const { bot, place, member } = await settle();
      await using theirs = (await openReadyStream(server, place.owner)).stream;
      await using own = (await openReadyStream(server, bot)).stream;
      await rename(member, "One");
      await rename(await newUser(server), "Elsewhere");
      const update = { type: "UserUpdate", id: member.id, data: { display_name: "One" } };
      expect(await own.takeNew()).toMatchObject([update]);
      expect(await theirs.takeNew()).toEqual([]);

      own.send({ type: "Subscribe", server_id: place.id });
      await rename(member, "Two");
      expect(await own.takeNew()).toMatchObject([{ ...update, data: { display_name: "Two" } }]);
      server.clock.advance(minutes(16));
      server.tick();
      await rename(member, "Three");
      expect(await own.takeNew()).toMatchObject([{ ...update, data: { display_name: "Three" } }]);
    });

    test("receive them from the invitation until they leave", async () => {
      const bot = await newBot(server);
      const place = await newCommunity(server);
      await using own = (await openReadyStream(server, bot)).stream;
      await rename(place.owner, "Before");
      await inviteBot(server, bot, { server: place.id, by: place.owner });
      await rename(place.owner, "During");
      expect(await own.takeNew()).toMatchObject([
        { type: "ServerCreate", id: place.id },
        { type: "UserUpdate", id: place.owner.id, data: { display_name: "During" } },
      ]);
      await server.client.delete(`/servers/${place.id}`, {}, { bot: bot.token });
      await rename(place.owner, "After");
      expect(await own.takeNew()).toMatchObject([{ type: "ServerMemberLeave", user: bot.id }]);
    });

    test("receive the presence of members of their servers", async () => {
      const { bot, place, member } = await settle();
      await using own = (await openReadyStream(server, bot)).stream;
      await using theirs = (await openReadyStream(server, member)).stream;
      const online = { type: "UserUpdate", id: member.id, data: { online: true } };
      expect(await own.takeNew()).toMatchObject([online]);
      await using others = (await openReadyStream(server, place.owner)).stream;
      expect(await own.takeNew()).toMatchObject([{ ...online, id: place.owner.id }]);
      expect(await theirs.takeNew()).toEqual([]);
      expect(await others.takeNew()).toEqual([]);
    });

    test("have a presence like people, for users who have them in view", async () => {
      const { bot, place } = await settle();
      await server.client.get(`/users/${bot.id}/dm`, place.owner);
      await using theirs = (await openReadyStream(server, place.owner)).stream;
      const online = { type: "UserUpdate", id: bot.id, data: { online: true } };
      const { stream } = await openReadyStream(server, bot);
      expect(await theirs.takeNew()).toMatchObject([online]);
      await stream[Symbol.asyncDispose]();
      await until(() => {
        server.tick();
        return !server.isConnected(bot.id);
      });
      expect(await theirs.takeNew()).toMatchObject([{ ...online, data: { online: false } }]);
    });

    test.each(["snapshot", "user", "gathered"])(
      "do not stay when the token is reset while Ready is loaded (%s)",
      async (step) => {
        const { bot } = await settle();
        const { reached, go } = barrier.stopAt(step);
        await using stream = await openStream(server, bot);
        await reached;
        const { body } = await server.client.patch(`/bots/${bot.id}`, { remove: ["Token"] }, bot.owner);
        go();
        await stream.closed;
        expect(stream.received.at(-1)).toEqual({ type: "Logout" });
        await using again = (await openReadyStream(server, body)).stream;
        expect(await again.takeNew()).toEqual([]);
      },
    );

    test("and people receive each other's typing in old and new conversations", async () => {
      const { bot, member } = await settle();
      await using early = (await openReadyStream(server, bot)).stream;
      await using theirs = (await openReadyStream(server, member)).stream;
      const { body: direct } = await server.client.get(`/users/${bot.id}/dm`, { token: member.token });
      await using late = (await openReadyStream(server, member)).stream;
      for (const [index, person] of [theirs, late].entries()) {
        person.send({ type: "BeginTyping", channel: direct._id });
        await person.takeNew();
        const heard = (await early.takeNew()).filter(({ type }) => type === "ChannelStartTyping");
        expect(heard, String(index)).toMatchObject([{ id: direct._id, user: member.id }]);
        person.send({ type: "EndTyping", channel: direct._id });
      }
      early.send({ type: "BeginTyping", channel: direct._id });
      await early.takeNew();
      expect((await late.takeNew()).map(({ type }) => type)).toContain("ChannelStartTyping");
    });

    test("receive flags that the operator sets", async () => {
      const { bot } = await settle();
      await using own = (await openReadyStream(server, bot)).stream;
      const shown = await runCommand(server, "users", "flag", bot.id, "suspended");
      expect(shown).toMatchObject([{ id: bot.id, flags: "suspended", bot_of: bot.owner.id }]);
      expect(await own.takeNew()).toMatchObject([{ type: "UserUpdate", id: bot.id, data: { flags: 1 } }]);
    });
  });
}
