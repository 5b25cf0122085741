import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { setLastMessage } from "../../../src/domains/messages/store/last-messages.ts";
import { deleteMessages, findLastMessageId } from "../../../src/domains/messages/store/messages.ts";
import { permission } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { type ModelChannel, UnreadModel } from "../../support/messages/unread-model.ts";
import { amount } from "../../support/run/thorough.ts";
import { type Engine, engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole, setDefaultPermissions } from "../../support/servers/roles.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

setDefaultTimeout(120_000);

const lengths = { sqlite: amount(80, 200), postgres: amount(40, 100) };

/** One random step; its numbers select from the objects that exist at that point. */
interface Step {
  readonly action: keyof typeof actions;
  readonly actor: number;
  readonly channel: number;
  /** Selects the remaining choices of the action. */
  readonly seed: number;
}

interface World {
  readonly server: TestServer;
  readonly serverId: string;
  readonly people: readonly Person[];
  readonly owner: Person;
  readonly roles: readonly string[];
  readonly channels: readonly ModelChannel[];
  readonly model: UnreadModel;
}

type Action = (world: World, chosen: { actor: Person; channel: ModelChannel; seed: number }) => Promise<void>;

function pick<T>(values: readonly T[], seed: number): T {
  const value = values[seed % values.length];
  if (value === undefined) throw new Error("cannot pick from an empty list");
  return value;
}

/** The values whose bit is set in the number. */
const chosenBy = (seed: number, values: readonly string[]) =>
  values.filter((_, bit) => Math.floor(seed / 2 ** bit) % 2 === 1);

const send: Action = async ({ server, people, roles, owner, model }, { actor, channel, seed }) => {
  const ids = people.map(({ id }) => id);
  const mentioned = chosenBy(seed, ids);
  const massMentions = chosenBy(Math.floor(seed / 2 ** ids.length), [...roles, "everyone"]);
  const suppressed = seed % 11 === 0;
  const tokens = massMentions.map((target) => (target === "everyone" ? "@everyone" : `<%${target}>`));
  const content = ["Hello", ...mentioned.map((id) => `<@${id}>`), ...tokens].join(" ");
  const draft = { content, ...(suppressed && { flags: 1 }) };
  const { status, body } = await server.client.post(`/channels/${channel.id}/messages`, draft, actor);
  const isGroup = channel.recipients !== undefined;
  const isAllowed =
    model.sees(actor.id, channel) && (!isGroup || massMentions.length === 0 || actor === owner);
  expect({ status, body }).toMatchObject({ status: isAllowed ? 200 : 403 });
  // Groups have no roles, and @everyone mentions each recipient by name.
  const reached =
    channel.recipients === undefined
      ? { named: mentioned, massMentions }
      : { named: massMentions.includes("everyone") ? channel.recipients : mentioned, massMentions: [] };
  if (isAllowed) model.send({ id: body._id, channel, author: actor.id, ...reached, suppressed });
};

const read: Action = async ({ server, model }, { actor, channel, seed }) => {
  const newId = server.running.services.ids.next();
  const id = pick([...model.idsIn(channel), newId], seed);
  const { status } = await server.client.put(`/channels/${channel.id}/ack/${id}`, {}, actor);
  const isAllowed = model.sees(actor.id, channel);
  expect(status).toBe(isAllowed ? 204 : 403);
  if (isAllowed) model.read(actor.id, channel, id);
};

const readServer: Action = async ({ server, serverId, model }, { actor }) => {
  const { status } = await server.client.put(`/servers/${serverId}/ack`, {}, actor);
  expect(status).toBe(model.isMember(actor.id) ? 204 : 404);
  model.readServer(actor.id);
};

const remove: Action = async ({ server, model }, { channel, seed }) => {
  const ids = model.idsIn(channel);
  if (ids.length === 0) return;
  const id = pick(ids, seed);
  await server.running.store.write(async (tx) => {
    await deleteMessages(tx, channel.id, [id]);
    await setLastMessage(tx, channel.id, await findLastMessageId(tx, channel.id));
  });
  model.remove(id);
};

const giveRoles: Action = async ({ server, serverId, owner, roles, model }, { actor, seed }) => {
  if (!model.isMember(actor.id)) return;
  const newRoles = chosenBy(seed, roles);
  const response = await server.client.patch(
    `/servers/${serverId}/members/${actor.id}`,
    { roles: newRoles },
    owner,
  );
  expect(response.status).toBe(200);
  model.setRoles(actor.id, newRoles);
};

const joinOrLeave: Action = async ({ server, serverId, owner, model }, { actor }) => {
  if (actor === owner) return;
  if (model.isMember(actor.id)) {
    expect((await server.client.delete(`/servers/${serverId}`, {}, actor)).status).toBe(204);
    model.leave(actor.id);
  } else {
    await joinCommunity(server, { id: serverId }, actor);
    model.join(actor.id);
  }
};

/** Hides a channel from members without its role, or shows it to every member. */
const toggleVisibility: Action = async ({ server, owner, roles }, { channel }) => {
  if (channel.recipients) return;
  const deny = channel.hiddenUnless === undefined ? permission.ViewChannel : 0;
  const call = { by: owner, channel: channel.id, of: "default" };
  expect((await putPermissions(server, call, { allow: 0, deny })).status).toBe(200);
  channel.hiddenUnless = deny === 0 ? undefined : roles[0];
};

const actions = { send, read, readServer, remove, giveRoles, joinOrLeave, toggleVisibility } as const;

const someStep: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { arbitrary: fc.constant("send" as const), weight: 8 },
    { arbitrary: fc.constant("read" as const), weight: 3 },
    {
      arbitrary: fc.constantFrom("readServer", "remove", "giveRoles", "joinOrLeave", "toggleVisibility"),
      weight: 4,
    },
  ),
  actor: fc.nat(60),
  channel: fc.nat(60),
  seed: fc.nat(2 ** 16),
});

async function newWorld(server: TestServer): Promise<World> {
  const community = await newCommunity(server);
  const { owner, id } = community;
  const others = [
    await newMember(server, community),
    await newMember(server, community),
    await newMember(server, community),
  ];
  await setDefaultPermissions(server, community, [
    "ViewChannel",
    "SendMessage",
    "MentionEveryone",
    "MentionRoles",
  ]);
  const roles = [
    await addRole(server, community, { rank: 0 }),
    await addRole(server, community, { rank: 1 }),
  ];
  const { body: second } = await server.client.post(`/servers/${id}/channels`, { name: "Second" }, owner);
  for (const channel of [community.channel, second._id])
    await putPermissions(
      server,
      { by: owner, channel, of: roles[0] ?? "" },
      { allow: permission.ViewChannel, deny: 0 },
    );
  const friends = others.slice(0, 2);
  for (const friend of friends) await setRelationship(server, "Friend/Friend", [owner, friend]);
  const group = await newGroup(server, owner, friends);
  const channels: ModelChannel[] = [
    { id: community.channel },
    { id: second._id },
    { id: group._id, recipients: group.recipients },
  ];
  const model = new UnreadModel(owner.id, channels);
  for (const { id } of [owner, ...others]) model.join(id);
  const world = { server, serverId: id, people: [owner, ...others], owner, roles, channels, model };
  await toggleVisibility(world, { actor: owner, channel: pick(channels, 1), seed: 0 });
  return world;
}

async function expectSameUnreads({ server, people, model }: World): Promise<void> {
  for (const person of people) {
    const { body } = await server.client.get("/sync/unreads", person);
    expect(body).toEqual(model.unreadsOf(person.id));
  }
}

async function takeStep(world: World, { action, actor, channel, seed }: Step): Promise<void> {
  // No two steps happen in the same millisecond.
  world.server.clock.advance(5);
  await actions[action](world, {
    actor: pick(world.people, actor),
    channel: pick(world.channels, channel),
    seed,
  });
}

describe.each([...engines])("unread records on %s", (engine: Engine) => {
  test("equal those of a simple model after any operations", async () => {
    await using server = await openServer(engine, { config: { database: { fsync: false } } });
    const maxSteps = lengths[engine];
    const steps = fc.noBias(
      fc.array(someStep, { minLength: maxSteps / 2, maxLength: maxSteps, size: "max" }),
    );
    const property = fc.asyncProperty(steps, async (stepsToTake) => {
      const world = await newWorld(server);
      const takenSteps: string[] = [];
      try {
        for (const step of stepsToTake) {
          takenSteps.push(JSON.stringify(step));
          await takeStep(world, step);
          await expectSameUnreads(world);
        }
      } catch (error) {
        throw new Error(`after\n${takenSteps.join("\n")}\n${error}`);
      }
      for (const person of world.people) {
        const { stream, ready } = await openReadyStream(server, person);
        stream.close();
        expect(ready.channel_unreads).toEqual(world.model.unreadsOf(person.id));
      }
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  });
});
