import { permission } from "../../src/permissions/bits.ts";
import type { Answer } from "./client.ts";
import { type Community, joinCommunity, newCommunity } from "./communities.ts";
import { newUser, type Person } from "./people.ts";
import type { TestServer } from "./server.ts";
import { listenIn, type Packet, type StreamClient } from "./stream.ts";
import { seconds } from "./test-clock.ts";
import { until } from "./until.ts";

/** `member` is whom things happen to, `other` is a member like that. */
export const onlookers = ["owner", "member", "other", "stranger"] as const;
export type Onlooker = (typeof onlookers)[number];

/** What somebody was told: what came in one packet is in one list. */
export type Told = (string | string[])[];

const { ViewChannel } = permission;

/** For `permissions`, what becomes of the view. */
export const hiding = { allow: 0, deny: ViewChannel };
export const showing = { allow: ViewChannel, deny: 0 };
export const neither = { allow: 0, deny: 0 };

/**
 * A server with an owner, two members and somebody outside, all of them connected, two in each format. It has two
 * channels: all see `open`, and only the owner sees `hidden`, which shows itself to the role `staff`. Nobody has it.
 */
export class Gathering implements AsyncDisposable {
  readonly server: TestServer;
  readonly community: Community;
  readonly people: Readonly<Record<Onlooker, Person>>;
  readonly streams: Record<Onlooker, StreamClient>;
  readonly open: string;
  readonly hidden: string;
  readonly staff: string;
  #renamed = 0;

  private constructor(
    parts: Pick<Gathering, "server" | "community" | "people" | "streams" | "hidden" | "staff">,
  ) {
    this.server = parts.server;
    this.community = parts.community;
    this.people = parts.people;
    this.streams = parts.streams;
    this.open = parts.community.channel;
    this.hidden = parts.hidden;
    this.staff = parts.staff;
  }

  static async open(server: TestServer): Promise<Gathering> {
    const community = await newCommunity(server);
    const { owner, id } = community;
    const [member, other, stranger] = [await newUser(server), await newUser(server), await newUser(server)];
    for (const person of [member, other]) await joinCommunity(server, community, person);
    const ask = async (method: "post" | "put", path: string, body: object) =>
      done(await server.client[method](path, body, owner));
    const hidden = (await ask("post", `/servers/${id}/channels`, { name: "hidden" })).body._id;
    const staff = (await ask("post", `/servers/${id}/roles`, { name: "staff" })).body.id;
    await ask("put", `/channels/${hidden}/permissions/default`, { permissions: hiding });
    await ask("put", `/channels/${hidden}/permissions/${staff}`, { permissions: showing });
    const listening = async (person: Person, format: "json" | "msgpack") =>
      (await listenIn(server, person, { format })).stream;
    const streams = {
      owner: await listening(owner, "json"),
      member: await listening(member, "json"),
      other: await listening(other, "msgpack"),
      stranger: await listening(stranger, "msgpack"),
    };
    return new Gathering({
      server,
      community,
      people: { owner, member, other, stranger },
      streams,
      hidden,
      staff,
    });
  }

  /** Lets one of them go for so long that nothing of them is left, and come back. */
  async comeAnew(who: Onlooker): Promise<void> {
    const { clock, running } = this.server;
    await this.streams[who][Symbol.asyncDispose]();
    await until(() => {
      clock.advance(seconds(10));
      running.gateway.tick();
      return !running.services.presence.isConnected(this.people[who].id);
    });
    this.streams[who] = (await listenIn(this.server, this.people[who])).stream;
  }

  /** A call that succeeds. */
  async call(
    by: Onlooker,
    method: "post" | "put" | "patch" | "delete",
    [path, body = {}, options = {}]: readonly [path: string, body?: object, options?: { ticket?: string }],
  ): Promise<Answer> {
    const { client } = this.server;
    return done(await client[method](path, body, { token: this.people[by].token, ...options }));
  }

  /** A call of the owner's about the server, e.g. `/roles`. */
  inServer(method: "post" | "put" | "patch" | "delete", below: string, body: object = {}): Promise<Answer> {
    return this.call("owner", method, [`/servers/${this.community.id}${below}`, body]);
  }

  /** The owner makes these the member's roles. */
  giveRoles(...roles: readonly string[]): Promise<Answer> {
    return this.inServer("patch", `/members/${this.people.member.id}`, { roles });
  }

  async newRole(): Promise<string> {
    return (await this.inServer("post", "/roles", { name: "role" })).body.id;
  }

  /** What each has been told since the last time. Whatever `first` said has been told by then. */
  async hear(first: Onlooker = "owner"): Promise<Record<Onlooker, Packet[]>> {
    const heard: Record<Onlooker, Packet[]> = { owner: [], member: [], other: [], stranger: [] };
    for (const who of new Set([first, ...onlookers])) heard[who] = await this.streams[who].news();
    return heard;
  }

  /** The same in a few words. */
  async told(): Promise<Record<Onlooker, Told>> {
    const heard = await this.hear();
    const sum = (who: Onlooker): Told => heard[who].map((packet) => this.sum(packet));
    return { owner: sum("owner"), member: sum("member"), other: sum("other"), stranger: sum("stranger") };
  }

  /** A packet in a few words. */
  sum(packet: Packet): string | string[] {
    if (packet.type === "Bulk") return packet.v.map((event: Packet) => this.sum(event));
    const channel = packet.type.startsWith("Channel") ? (packet._id ?? packet.id) : undefined;
    if (channel === undefined) return packet.type;
    const names = new Map([
      [this.open, "open"],
      [this.hidden, "hidden"],
    ]);
    return `${packet.type} ${names.get(channel) ?? "new"}`;
  }

  /** Who hears of a channel: that it has another name, and that somebody types who may change that. */
  async hearersOf(channel: string, by: Onlooker = "owner"): Promise<Onlooker[]> {
    await this.told();
    await this.call(by, "patch", [`/channels/${channel}`, { name: `name ${++this.#renamed}` }]);
    for (const type of ["BeginTyping", "EndTyping"]) this.streams[by].send({ type, channel });
    const heard = await this.hear(by);
    const words = ["ChannelUpdate", "ChannelStartTyping", "ChannelStopTyping"].join();
    return onlookers.filter((who) => {
      const types = heard[who].map(({ type }) => type).join();
      if (types !== "" && types !== words) throw new Error(`${who} heard ${types}`);
      return types !== "";
    });
  }

  async [Symbol.asyncDispose]() {
    for (const stream of Object.values(this.streams)) await stream[Symbol.asyncDispose]();
  }
}

function done(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}
