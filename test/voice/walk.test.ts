import { expect, setDefaultTimeout } from "bun:test";
import fc from "fast-check";
import { permission } from "../../src/permissions/bits.ts";
import type { Person } from "../support/accounts/people.ts";
import type { ApiResponse } from "../support/http/client.ts";
import { amount, anyEngine } from "../support/run/thorough.ts";
import type { Engine } from "../support/server/engines.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { testVoice } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import {
  createPeople,
  createPlace,
  openVoiceProcess,
  readRooms,
  untilHealed,
  type VoicePlace,
  type VoiceProcess,
} from "./voice-process.ts";

setDefaultTimeout(180_000);

const stepCount = amount(10, 25);

/** Users in two calls, of whom the owner moderates and does not join. */
class World {
  readonly voice: VoiceProcess;
  readonly place: VoicePlace;
  readonly owner: Person;
  readonly people: readonly Person[];
  readonly clients = new Map<string, VoiceClient>();

  constructor(voice: VoiceProcess, place: VoicePlace, [owner, ...people]: readonly Person[]) {
    if (!owner) throw new Error("the owner is missing");
    this.voice = voice;
    this.place = place;
    this.owner = owner;
    this.people = people;
  }

  get client() {
    return this.voice.server.client;
  }

  editMember(who: Person, changes: object): Promise<ApiResponse> {
    return this.client.patch(`/servers/${this.place.id}/members/${who.id}`, changes, this.owner);
  }

  async connect(who: Person, url: string, token: string): Promise<void> {
    await this.leave(who);
    // The node may refuse a user who has just lost the permission.
    const client = await VoiceClient.connect(url, token).catch(() => undefined);
    if (client) this.clients.set(who.id, client);
  }

  async leave(who: Person): Promise<void> {
    await this.clients.get(who.id)?.leave();
    this.clients.delete(who.id);
  }
}

interface Step {
  readonly action: keyof typeof actions;
  readonly who: number;
  readonly channel: number;
  readonly chance: boolean;
}

interface Actor {
  readonly who: Person;
  readonly channel: string;
  readonly chance: boolean;
}

const actions = {
  async joins(world: World, { who, channel, chance }: Actor) {
    const path = `/channels/${channel}/join_call`;
    const { status, body } = await world.client.post(path, { force_disconnect: chance }, who);
    expect(status).toBeLessThan(500);
    if (status === 200) await world.connect(who, body.url, body.token);
  },
  leaves: (world: World, { who }: Actor) => world.leave(who),
  async "turns the microphone on"(world: World, { who }: Actor) {
    const client = world.clients.get(who.id);
    // A client that may not publish waits long for the refusal.
    if (client && !client.disconnected) void client.playTone().catch(() => {});
  },
  async "is moved"(world: World, { who, channel, chance }: Actor) {
    const { stream } = await openReadyStream(world.voice.server, who);
    const { status } = await world.editMember(who, { voice_channel: channel });
    expect(status).toBeLessThan(500);
    const packets = await stream.takeNew();
    const move = packets.find(({ type }) => type === "UserMoveVoiceChannel");
    await stream[Symbol.asyncDispose]();
    // Some clients do not follow.
    const url = world.voice.liveKit.url.replace("http", "ws");
    if (move && chance) await world.connect(who, url, move.token);
  },
  "is thrown out": (world: World, { who }: Actor) => world.editMember(who, { remove: ["VoiceChannel"] }),
  "is muted or not": (world: World, { who, chance }: Actor) => world.editMember(who, { can_publish: chance }),
  "loses or gets Connect": (world: World, { channel, chance }: Actor) => {
    const permissions = { allow: 0, deny: chance ? permission.Connect : 0 };
    return world.client.put(`/channels/${channel}/permissions/default`, { permissions }, world.owner);
  },
  async "is kicked and comes back"(world: World, { who, chance }: Actor) {
    await world.client.delete(`/servers/${world.place.id}/members/${who.id}`, {}, world.owner);
    if (chance) await Bun.sleep(50);
    await world.client.post(`/invites/${world.place.invite}`, {}, who);
  },
  async "sees the server crash"(world: World, { who, chance }: Actor) {
    await world.voice.kill();
    if (chance) await world.leave(who);
    await world.voice.start();
  },
  async "sees LiveKit crash"(world: World) {
    await world.voice.liveKit.kill();
    for (const who of world.people) await world.leave(who);
    await world.voice.liveKit.start();
  },
};

const weights: Record<keyof typeof actions, number> = {
  joins: 20,
  leaves: 6,
  "turns the microphone on": 8,
  "is moved": 8,
  "is thrown out": 3,
  "is muted or not": 4,
  "loses or gets Connect": 4,
  "is kicked and comes back": 4,
  "sees the server crash": 2,
  "sees LiveKit crash": 1,
};

const someStep: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      arbitrary: fc.constant(name as keyof typeof actions),
      weight,
    })),
  ),
  who: fc.nat(3),
  channel: fc.nat(1),
  chance: fc.boolean(),
});

async function walk(engine: Engine, steps: readonly Step[]): Promise<void> {
  await using voice = await openVoiceProcess(engine);
  const people = await createPeople(voice, "Ann", "Ben", "Cleo", "Dan", "Eve");
  const [owner, ...others] = people;
  const place = await createPlace(voice, owner as Person, others);
  const world = new World(voice, place, people);
  const taken: string[] = [];
  try {
    for (const who of others.slice(0, 2))
      await actions.joins(world, { who, channel: place.channels[0], chance: false });
    expect(world.clients.size).toBe(2);
    for (const { action, who, channel, chance } of steps) {
      taken.push(`${who} ${action} (${channel}, ${chance})`);
      const actor = { who: others[who] as Person, channel: place.channels[channel] as string, chance };
      await actions[action](world, actor);
    }
    await untilHealed(voice, world.owner, place.channels);
    for (const who of world.people) await world.leave(who);
    await untilHealed(voice, world.owner, place.channels);
    expect(await readRooms(voice, place.channels)).toEqual([]);
  } catch (error) {
    throw new Error(`after\n${taken.join("\n")}\n${error}`);
  }
}

testVoice.each([...anyEngine])(
  "the states are those of LiveKit after any sequence of actions, on %s",
  async (engine) => {
    const steps = fc.array(someStep, { minLength: stepCount, maxLength: stepCount });
    const property = fc.asyncProperty(steps, (taken) => walk(engine, taken));
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  },
);
