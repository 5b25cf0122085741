import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { setLastMessage } from "../../src/domains/messages/store/last-messages.ts";
import { deleteMessages, findLastMessageId } from "../../src/domains/messages/store/messages.ts";
import { permission } from "../../src/permissions/bits.ts";
import { putPermissions } from "../support/channel-calls.ts";
import { joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { type Engine, engines } from "../support/engines.ts";
import { newGroup } from "../support/groups.ts";
import type { Person } from "../support/people.ts";
import { setRelationship } from "../support/relationship-transitions.ts";
import { addRole, setDefaultPermissions } from "../support/roles.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { type ModelChannel, UnreadModel } from "../support/unread-model.ts";

setDefaultTimeout(120_000);

const lengths = { sqlite: 200, postgres: 100 };

/** What happens next, by numbers: what they mean depends on what there is by then. */
interface Step {
  readonly action: keyof typeof actions;
  readonly who: number;
  readonly where: number;
  /** Of what there is to choose from, whatever it is. */
  readonly number: number;
}

interface World {
  readonly server: TestServer;
  readonly place: string;
  readonly people: readonly Person[];
  readonly owner: Person;
  readonly roles: readonly string[];
  readonly channels: readonly ModelChannel[];
  readonly model: UnreadModel;
}

type Action = (world: World, chosen: { who: Person; where: ModelChannel; number: number }) => Promise<void>;

function pick<T>(things: readonly T[], number: number): T {
  const thing = things[number % things.length];
  if (thing === undefined) throw new Error("there is nothing to choose from");
  return thing;
}

/** Those of which a number has the bit. */
const chosenBy = (number: number, things: readonly string[]) =>
  things.filter((_, bit) => Math.floor(number / 2 ** bit) % 2 === 1);

const send: Action = async ({ server, people, roles, owner, model }, { who, where, number }) => {
  const ids = people.map(({ id }) => id);
  const named = chosenBy(number, ids);
  const massMentions = chosenBy(Math.floor(number / 2 ** ids.length), [...roles, "everyone"]);
  const suppressed = number % 11 === 0;
  const tokens = massMentions.map((whom) => (whom === "everyone" ? "@everyone" : `<%${whom}>`));
  const content = ["Hello", ...named.map((id) => `<@${id}>`), ...tokens].join(" ");
  const draft = { content, ...(suppressed && { flags: 1 }) };
  const { status, body } = await server.client.post(`/channels/${where.id}/messages`, draft, who);
  const isGroup = where.recipients !== undefined;
  const may = model.sees(who.id, where) && (!isGroup || massMentions.length === 0 || who === owner);
  expect({ status, body }).toMatchObject({ status: may ? 200 : 403 });
  // Groups know no roles, and everyone by name.
  const reached =
    where.recipients === undefined
      ? { named, massMentions }
      : { named: massMentions.includes("everyone") ? where.recipients : named, massMentions: [] };
  if (may) model.send({ id: body._id, channel: where, author: who.id, ...reached, suppressed });
};

const read: Action = async ({ server, model }, { who, where, number }) => {
  const made = server.running.services.ids.next();
  const id = pick([...model.idsIn(where), made], number);
  const { status } = await server.client.put(`/channels/${where.id}/ack/${id}`, {}, who);
  const may = model.sees(who.id, where);
  expect(status).toBe(may ? 204 : 403);
  if (may) model.read(who.id, where, id);
};

const readServer: Action = async ({ server, place, model }, { who }) => {
  const { status } = await server.client.put(`/servers/${place}/ack`, {}, who);
  expect(status).toBe(model.isMember(who.id) ? 204 : 404);
  model.readServer(who.id);
};

const remove: Action = async ({ server, model }, { where, number }) => {
  const ids = model.idsIn(where);
  if (ids.length === 0) return;
  const id = pick(ids, number);
  await server.running.store.write(async (tx) => {
    await deleteMessages(tx, where.id, [id]);
    await setLastMessage(tx, where.id, await findLastMessageId(tx, where.id));
  });
  model.remove(id);
};

const giveRoles: Action = async ({ server, place, owner, roles, model }, { who, number }) => {
  if (!model.isMember(who.id)) return;
  const given = chosenBy(number, roles);
  const answer = await server.client.patch(`/servers/${place}/members/${who.id}`, { roles: given }, owner);
  expect(answer.status).toBe(200);
  model.setRoles(who.id, given);
};

const comeOrGo: Action = async ({ server, place, owner, model }, { who }) => {
  if (who === owner) return;
  if (model.isMember(who.id)) {
    expect((await server.client.delete(`/servers/${place}`, {}, who)).status).toBe(204);
    model.leave(who.id);
  } else {
    await joinCommunity(server, { id: place }, who);
    model.join(who.id);
  }
};

/** Hides a channel from all who do not have its role, or shows it to everybody. */
const hideOrShow: Action = async ({ server, owner, roles }, { where }) => {
  if (where.recipients) return;
  const deny = where.hiddenUnless === undefined ? permission.ViewChannel : 0;
  const call = { by: owner, channel: where.id, of: "default" };
  expect((await putPermissions(server, call, { allow: 0, deny })).status).toBe(200);
  where.hiddenUnless = deny === 0 ? undefined : roles[0];
};

const actions = { send, read, readServer, remove, giveRoles, comeOrGo, hideOrShow } as const;

const someStep: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { arbitrary: fc.constant("send" as const), weight: 8 },
    { arbitrary: fc.constant("read" as const), weight: 3 },
    { arbitrary: fc.constantFrom("readServer", "remove", "giveRoles", "comeOrGo", "hideOrShow"), weight: 4 },
  ),
  who: fc.nat(60),
  where: fc.nat(60),
  number: fc.nat(2 ** 16),
});

async function begin(server: TestServer): Promise<World> {
  const place = await newCommunity(server);
  const { owner, id } = place;
  const others = [
    await newMember(server, place),
    await newMember(server, place),
    await newMember(server, place),
  ];
  await setDefaultPermissions(server, place, [
    "ViewChannel",
    "SendMessage",
    "MentionEveryone",
    "MentionRoles",
  ]);
  const roles = [await addRole(server, place, { rank: 0 }), await addRole(server, place, { rank: 1 })];
  const { body: second } = await server.client.post(`/servers/${id}/channels`, { name: "Second" }, owner);
  for (const channel of [place.channel, second._id])
    await putPermissions(
      server,
      { by: owner, channel, of: roles[0] ?? "" },
      { allow: permission.ViewChannel, deny: 0 },
    );
  const friends = others.slice(0, 2);
  for (const friend of friends) await setRelationship(server, "Friend/Friend", [owner, friend]);
  const group = await newGroup(server, owner, friends);
  const channels: ModelChannel[] = [
    { id: place.channel },
    { id: second._id },
    { id: group._id, recipients: group.recipients },
  ];
  const model = new UnreadModel(owner.id, channels);
  for (const { id } of [owner, ...others]) model.join(id);
  const world = { server, place: id, people: [owner, ...others], owner, roles, channels, model };
  await hideOrShow(world, { who: owner, where: pick(channels, 1), number: 0 });
  return world;
}

async function check({ server, people, model }: World): Promise<void> {
  for (const person of people) {
    const { body } = await server.client.get("/sync/unreads", person);
    expect(body).toEqual(model.unreadsOf(person.id));
  }
}

async function take(world: World, { action, who, where, number }: Step): Promise<void> {
  // So that nothing happens in the same millisecond as something else.
  world.server.clock.advance(5);
  await actions[action](world, { who: pick(world.people, who), where: pick(world.channels, where), number });
}

describe.each([...engines])("unread records on %s", (engine: Engine) => {
  test("equal those of a simple model after any operations", async () => {
    await using server = await openServer(engine, { config: { database: { fsync: false } } });
    const most = lengths[engine];
    const steps = fc.noBias(fc.array(someStep, { minLength: most / 2, maxLength: most, size: "max" }));
    const property = fc.asyncProperty(steps, async (walk) => {
      const world = await begin(server);
      const taken: string[] = [];
      try {
        for (const step of walk) {
          taken.push(JSON.stringify(step));
          await take(world, step);
          await check(world);
        }
      } catch (error) {
        throw new Error(`after\n${taken.join("\n")}\n${error}`);
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
