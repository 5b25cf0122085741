import { expect } from "bun:test";
import { listStatesIn } from "../../src/domains/voice/store/states.ts";
import { permission } from "../../src/permissions/bits.ts";
import { includes } from "../../src/permissions/bitset.ts";
import { newUser } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import {
  permissionsIn,
  readServerState,
  type ServerState,
  type Viewer,
  visibleChannels,
} from "./server-state.ts";
import { TestUser } from "./test-user.ts";

export const names = ["ann", "ben", "cleo", "dan", "eve"] as const;

/** A few users and the servers that they have created. */
export class World implements AsyncDisposable {
  readonly server: TestServer;
  readonly people: readonly TestUser[];
  readonly #placeIds = new Set<string>();
  /** As read by the last `refresh`. */
  places: readonly ServerState[] = [];
  /** The ids of the participants, in order, by channel; as read by the last `refresh`. */
  calls: ReadonlyMap<string, readonly string[]> = new Map();

  private constructor(server: TestServer, people: readonly TestUser[]) {
    this.server = server;
    this.people = people;
  }

  static async create(server: TestServer): Promise<World> {
    const creating = names.map(async (name) => new TestUser(server, await newUser(server, name), name));
    return new World(server, await Promise.all(creating));
  }

  addPlace(id: string): void {
    this.#placeIds.add(id);
  }

  /** Compares what every client knows with the permissions and with a fresh Ready. */
  async check(): Promise<void> {
    await this.refresh();
    await Promise.all(this.people.map((person) => this.#checkPerson(person)));
  }

  /** Lets a user type and checks that exactly the users who can view the channel receive it, if the user may. */
  async checkTyping(typist: TestUser, at: { place: number; channel: number }): Promise<void> {
    const place = pick(this.places, at.place);
    const channel = place && pick(place.channels, at.channel);
    const [own] = typist.clients;
    if (!place || !channel || !own) return;
    for (const type of ["BeginTyping", "EndTyping"]) own.stream.send({ type, channel: channel._id });
    // First, since the typing has been delivered to all once its own connection has received its Pong.
    await own.receive();
    const isMember = place.members.has(typist.id);
    const held = permissionsIn(place, channel, this.#viewer(typist));
    const isSent = isMember && includes(held, permission.SendMessage);
    const about = `${typist.id} ${channel._id}`;
    for (const person of this.people) {
      const receives = isSent && visibleChannels(place, this.#viewer(person)).includes(channel._id);
      const expected = receives ? [`ChannelStartTyping ${about}`, `ChannelStopTyping ${about}`] : [];
      for (const client of person.clients) {
        await client.receive();
        expect({ of: person.name, typing: client.takeTypingEvents() }).toEqual({
          of: person.name,
          typing: expected,
        });
      }
    }
  }

  /** Reads the state of all servers, since calls may have been refused or have run in another order. */
  async refresh(): Promise<void> {
    const reading = [...this.#placeIds].map((id) => readServerState(this.server, id, this.people));
    this.places = (await Promise.all(reading)).flatMap((place) => place ?? []);
    const servers = [...this.#placeIds];
    const states = await this.server.running.store.read((db) => listStatesIn(db, { servers, channels: [] }));
    const byChannel = Map.groupBy(states, ({ state }) => state.channel_id);
    this.calls = new Map(
      [...byChannel].map(([id, participants]) => [id, participants.map(({ state }) => state.user_id).sort()]),
    );
  }

  async #checkPerson(person: TestUser): Promise<void> {
    const of = person.name;
    const places = this.places.filter(({ members }) => members.has(person.id));
    const channels = places.flatMap((place) => visibleChannels(place, this.#viewer(person))).sort();
    const servers = places.map(({ id }) => id).sort();
    const emojis = places.flatMap((place) => place.emojis).sort();
    const calls = new Map([...this.calls].filter(([id]) => channels.includes(id)));
    for (const { known } of await this.#receive(person)) {
      const kept = {
        servers: [...known.servers.keys()].sort(),
        channels: [...known.channels.keys()].sort(),
        emojis: [...known.emojis.keys()].sort(),
        calls: known.calls,
      };
      expect({ of, ...kept }).toEqual({ of, servers, channels, emojis, calls });
    }
    if (person.clients.length === 0) return;
    const fresh = await person.readFresh();
    for (const { known } of person.clients) expect({ of, ...known }).toEqual({ of, ...fresh });
  }

  async #receive({ name, clients }: TestUser): Promise<TestUser["clients"]> {
    for (const client of clients) {
      try {
        await client.receive();
      } catch (error) {
        throw new Error(`${name}: ${error}`);
      }
    }
    return clients;
  }

  #viewer({ id }: TestUser): Viewer {
    return { id, now: this.server.clock.now() };
  }

  async [Symbol.asyncDispose]() {
    for (const person of this.people) while (person.clients.length > 0) await person.disconnect();
  }
}

/** Picks one by any number. */
export function pick<T>(things: readonly T[], number: number): T | undefined {
  return things[number % things.length];
}
