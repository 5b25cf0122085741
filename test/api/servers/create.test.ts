import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

for (const engine of anyEngine) {
  describe(`creating servers on ${engine}`, () => {
    let server: TestServer;
    let person: Person;

    beforeAll(async () => {
      server = await openServer(engine);
      person = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const create = (body: unknown) => server.client.post("/servers/create", body, person);

    test("returns a server with one channel, and its owner as the only member", async () => {
      const { status, body } = await create({ name: "Den" });
      const [channel] = body.channels;
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          server: {
            _id: expect.any(String),
            owner: person.id,
            name: "Den",
            channels: [channel._id],
            default_permissions: 2_276_038_022_144,
            approximate_member_count: 1,
          },
          channels: [
            { channel_type: "TextChannel", _id: channel._id, server: body.server._id, name: "General" },
          ],
        },
      });
      const fetched = await server.client.get(`/servers/${body.server._id}`, person);
      expect(fetched.body).toEqual(body.server);
      const members = await server.client.get(`/servers/${body.server._id}/members`, person);
      expect(members.body.members).toEqual([
        { _id: { server: body.server._id, user: person.id }, joined_at: expect.any(String) },
      ]);
    });

    test("stores the description and the NSFW flag", async () => {
      const { body } = await create({ name: "Den", description: "", nsfw: true, owner: "x", flags: 2 });
      expect(body.server).toMatchObject({ description: "", nsfw: true, owner: person.id });
      expect(body.server).not.toHaveProperty("flags");
      const plain = await create({ name: "Den", description: null, nsfw: false });
      expect(plain.body.server).not.toHaveProperty("description");
      expect(plain.body.server).not.toHaveProperty("nsfw");
    });

    test("creates the channels, categories and roles of the request, and announces all of them at once", async () => {
      await using announcements = await recordAnnouncements(server);
      const deny = { allow: 0, deny: 4_194_304 };
      const { body } = await create({
        name: "Den",
        categories: [
          { title: "Notices", channels: [{ name: "Rules", default_permissions: deny }] },
          { title: "Talk", channels: [{ name: "Tea" }, { name: "Lounge", type: "Voice" }] },
        ],
        roles: [
          { name: "Moderators", permissions: { allow: 64, deny: 0 } },
          { name: "Guests", permissions: { allow: 0, deny: 64 } },
        ],
      });
      const idOf = (name: string) =>
        body.channels.find((channel: { name: string }) => channel.name === name)._id;
      expect(body.server.categories).toEqual([
        { id: expect.any(String), title: "Notices", channels: [idOf("Rules")] },
        { id: expect.any(String), title: "Talk", channels: [idOf("Tea"), idOf("Lounge")] },
      ]);
      expect(body.channels).toMatchObject([
        { name: "General" },
        { name: "Rules", default_permissions: { a: 0, d: 4_194_304 } },
        { name: "Tea" },
        { name: "Lounge", voice: {} },
      ]);
      expect(Object.values(body.server.roles)).toMatchObject([
        { name: "Moderators", permissions: { a: 64, d: 0 }, rank: 0 },
        { name: "Guests", permissions: { a: 0, d: 64 }, rank: 1 },
      ]);
      expect((await server.client.get(`/servers/${body.server._id}`, person)).body).toEqual(body.server);
      const types = announcements.take().map(({ name }) => name);
      expect(types).toEqual(["ServerMemberJoin", "ServerCreate"]);
    });

    test("refuses more channels or roles than a server can have, and creates nothing", async () => {
      await using small = await openServer(engine, {
        config: { limits: { global: { server_channels: 2, server_roles: 1 } } },
      });
      const owner = await newUser(small);
      const role = { name: "Guests", permissions: { allow: 0, deny: 0 } };
      const ask = (channels: number, roles: number) => {
        const categories = [
          { title: "Talk", channels: Array.from({ length: channels }, () => ({ name: "Tea" })) },
        ];
        return small.client.post(
          "/servers/create",
          { name: "Den", categories, roles: Array(roles).fill(role) },
          owner,
        );
      };
      expectFailure(await ask(3, 1), 400, "TooManyChannels", { max: 2 });
      expectFailure(await ask(2, 2), 400, "TooManyRoles", { max: 1 });
      expect((await ask(2, 1)).status).toBe(200);
    });

    test("announces the new member and the server, and no channel", async () => {
      await using announcements = await recordAnnouncements(server);
      const { body } = await create({ name: "Den" });
      const { _id: id } = body.server;
      const emitted = announcements.take();
      expect(emitted.map(({ name, topics }) => [name, topics])).toEqual([
        ["ServerMemberJoin", [topic.server(id)]],
        ["ServerCreate", [topic.private(person.id)]],
      ]);
      expect(emitted[0]?.payload).toEqual({
        id,
        user: person.id,
        member: { _id: { server: id, user: person.id }, joined_at: expect.any(String) },
      });
      expect(emitted[1]?.payload).toEqual({
        ...body.server,
        id,
        server: body.server,
        channels: body.channels,
        emojis: [],
        voice_states: [],
      });
    });

    test.each([
      ["no name", {}],
      ["an empty name", { name: "" }],
      ["a long name", { name: "x".repeat(33) }],
      ["a name of another type", { name: 5 }],
      ["a name that cannot be stored", { name: "a\0b" }],
      ["half a character", { name: "\ud800" }],
      ["a long description", { name: "Den", description: "x".repeat(1025) }],
      ["a description of another type", { name: "Den", description: [] }],
      ["a flag of another type", { name: "Den", nsfw: "yes" }],
      ["a list", []],
      ["nothing", null],
    ])("%s is refused", async (_, body) => {
      expectFailure(await create(body), 400, "FailedValidation", { error: expect.any(String) });
    });

    test("counts characters, and accepts all of Unicode", async () => {
      const name = "🦦".repeat(32);
      const description = "é".repeat(1024);
      const { body } = await create({ name, description });
      expect(body.server).toMatchObject({ name, description });
      expect(outcome(await create({ name: `${name}x` }))).toBe("400 FailedValidation");
    });
  });

  describe(`limits of creating servers on ${engine}`, () => {
    const tiers = {
      new_user: { servers: 1 },
      default: { servers: 2 },
      global: { new_user_hours: 72 },
    };
    const create = ({ client }: TestServer, { token }: Person, body: object = { name: "Den" }) =>
      client.post("/servers/create", body, { token });

    test("new users create one more than their limit, later one more than the default limit", async () => {
      await using server = await openServer(engine, { config: { limits: tiers } });
      const person = await newUser(server);
      for (const _ of [1, 2]) expect(outcome(await create(server, person))).toBe("200");
      expectFailure(await create(server, person), 400, "TooManyServers", { max: 1 });
      server.clock.advance(72 * 3_600_000 + 60_000);
      expect(outcome(await create(server, person))).toBe("200");
      expectFailure(await create(server, person), 400, "TooManyServers", { max: 2 });
      expect(outcome(await create(server, person, { name: "" }))).toBe("400 FailedValidation");
    });

    test("servers of other owners count too, and leaving one lowers the count", async () => {
      await using server = await openServer(engine, { config: { limits: tiers } });
      const person = await newUser(server);
      const [one, other] = [await newCommunity(server), await newCommunity(server)];
      for (const community of [one, other]) await joinCommunity(server, community, person);
      expectFailure(await create(server, person), 400, "TooManyServers", { max: 1 });
      await server.client.delete(`/servers/${one.id}`, {}, person);
      expect(outcome(await create(server, person))).toBe("200");
    });

    test("concurrent creations do not exceed the limit", async () => {
      await using server = await openServer(engine, { config: { limits: tiers } });
      const person = await newUser(server);
      await create(server, person);
      const responses = await Promise.all([1, 2, 3, 4].map(() => create(server, person)));
      expect(responses.map(outcome).sort()).toEqual(["200", ...Array(3).fill("400 TooManyServers")]);
    });

    test("only listed users may create servers if the configuration restricts it", async () => {
      await using probe = await openServer(engine);
      const [chosen, other] = [await newUser(probe), await newUser(probe)];
      await probe.stop();
      const limits = { global: { restrict_server_creation: [chosen.id] } };
      await using server = await openServer(engine, { home: probe.home, config: { limits } });
      expect(outcome(await create(server, chosen))).toBe("200");
      expectFailure(await create(server, other), 403, "CantCreateServers");
    });
  });
}
