import { expect } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { includes } from "../../src/permissions/bitset.ts";
import { newUser } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { Resident } from "./resident.ts";
import { channelsInView, type Place, permissionsIn, surveyPlace, type Viewer } from "./survey.ts";

export const names = ["ann", "ben", "cleo", "dan", "eve"] as const;

/** A few people and the servers that they have founded. */
export class World implements AsyncDisposable {
  readonly server: TestServer;
  readonly people: readonly Resident[];
  readonly #placeIds = new Set<string>();
  /** As they were found the last time. */
  places: readonly Place[] = [];

  private constructor(server: TestServer, people: readonly Resident[]) {
    this.server = server;
    this.people = people;
  }

  static async create(server: TestServer): Promise<World> {
    const arriving = names.map(async (name) => new Resident(server, await newUser(server, name), name));
    return new World(server, await Promise.all(arriving));
  }

  addPlace(id: string): void {
    this.#placeIds.add(id);
  }

  /** Holds what every client has come to know against what the server says now, in two ways. */
  async check(): Promise<void> {
    await this.survey();
    await Promise.all(this.people.map((person) => this.#checkPerson(person)));
  }

  /** Lets somebody type: if they may, exactly those who see the channel hear it. */
  async checkTyping(typist: Resident, at: { place: number; channel: number }): Promise<void> {
    const place = pick(this.places, at.place);
    const channel = place && pick(place.channels, at.channel);
    const [own] = typist.watchers;
    if (!place || !channel || !own) return;
    for (const type of ["BeginTyping", "EndTyping"]) own.stream.send({ type, channel: channel._id });
    // Before the others: what is said on its own connection has then been told.
    await own.listen();
    const isMember = place.members.has(typist.id);
    const held = permissionsIn(place, channel, this.#viewer(typist));
    const told = isMember && includes(held, permission.SendMessage);
    const about = `${typist.id} ${channel._id}`;
    for (const person of this.people) {
      const sees = told && channelsInView(place, this.#viewer(person)).includes(channel._id);
      const heard = sees ? [`ChannelStartTyping ${about}`, `ChannelStopTyping ${about}`] : [];
      for (const watcher of person.watchers) {
        await watcher.listen();
        expect({ of: person.name, heard: watcher.takeTyping() }).toEqual({ of: person.name, heard });
      }
    }
  }

  /** Asks what there is, since what was tried may have failed, or happened in another order. */
  async survey(): Promise<void> {
    const finding = [...this.#placeIds].map((id) => surveyPlace(this.server, id, this.people));
    this.places = (await Promise.all(finding)).flatMap((place) => place ?? []);
    await Promise.all(this.people.map((person) => person.survey()));
  }

  async #checkPerson(person: Resident): Promise<void> {
    const of = person.name;
    const places = this.places.filter(({ members }) => members.has(person.id));
    const channels = places.flatMap((place) => channelsInView(place, this.#viewer(person))).sort();
    const servers = places.map(({ id }) => id).sort();
    const emojis = places.flatMap((place) => place.emojis).sort();
    for (const { known } of await this.#listen(person)) {
      const kept = {
        servers: [...known.servers.keys()].sort(),
        channels: [...known.channels.keys()].sort(),
        emojis: [...known.emojis.keys()].sort(),
      };
      expect({ of, ...kept }).toEqual({ of, servers, channels, emojis });
    }
    if (person.watchers.length === 0) return;
    const fresh = await person.lookAnew();
    for (const { known } of person.watchers) expect({ of, ...known }).toEqual({ of, ...fresh });
  }

  async #listen({ name, watchers }: Resident): Promise<Resident["watchers"]> {
    for (const watcher of watchers) {
      try {
        await watcher.listen();
      } catch (error) {
        throw new Error(`${name} was ${error}`);
      }
    }
    return watchers;
  }

  #viewer({ id, privileged }: Resident): Viewer {
    return { id, privileged, now: this.server.clock.now() };
  }

  async [Symbol.asyncDispose]() {
    for (const person of this.people) while (person.watchers.length > 0) await person.disconnect();
  }
}

/** One of several, whatever the number. */
export function pick<T>(things: readonly T[], number: number): T | undefined {
  return things[number % things.length];
}
