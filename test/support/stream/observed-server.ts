import { afterAll, afterEach, beforeAll, beforeEach } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { seconds } from "../server/test-clock.ts";
import { type Community, joinCommunity, newCommunity } from "../servers/communities.ts";
import { until } from "../until.ts";
import { openReadyStream, type Packet, type StreamClient } from "./stream.ts";

/** `member` is the target of the tested changes, `other` is a member without any change. */
export const observers = ["owner", "member", "other", "stranger"] as const;
export type Observer = (typeof observers)[number];

/** The received events; those of one packet are in one list. */
export type EventSummary = (string | string[])[];

const { ViewChannel } = permission;

/** Values of `permissions` that deny, allow or do not touch ViewChannel. */
export const denyView = { allow: 0, deny: ViewChannel };
export const allowView = { allow: ViewChannel, deny: 0 };
export const noOverride = { allow: 0, deny: 0 };

/**
 * A server with an owner, two members and a stranger, all connected, two in each format. It has two channels: all members
 * see `open`, and the owner and the role `staff` see `hidden`. At first no member has that role.
 */
export class ObservedServer implements AsyncDisposable {
  readonly server: TestServer;
  readonly community: Community;
  readonly people: Readonly<Record<Observer, Person>>;
  readonly streams: Record<Observer, StreamClient>;
  readonly open: string;
  readonly hidden: string;
  readonly staff: string;
  #renamed = 0;

  private constructor(
    parts: Pick<ObservedServer, "server" | "community" | "people" | "streams" | "hidden" | "staff">,
  ) {
    this.server = parts.server;
    this.community = parts.community;
    this.people = parts.people;
    this.streams = parts.streams;
    this.open = parts.community.channel;
    this.hidden = parts.hidden;
    this.staff = parts.staff;
  }

  static async open(server: TestServer): Promise<ObservedServer> {
    const community = await newCommunity(server);
    const { owner, id } = community;
    const [member, other, stranger] = [await newUser(server), await newUser(server), await newUser(server)];
    for (const person of [member, other]) await joinCommunity(server, community, person);
    const call = async (method: "post" | "put", path: string, body: object) =>
      done(await server.client[method](path, body, owner));
    const hidden = (await call("post", `/servers/${id}/channels`, { name: "hidden" })).body._id;
    const staff = (await call("post", `/servers/${id}/roles`, { name: "staff" })).body.id;
    await call("put", `/channels/${hidden}/permissions/default`, { permissions: denyView });
    await call("put", `/channels/${hidden}/permissions/${staff}`, { permissions: allowView });
    const connect = async (person: Person, format: "json" | "msgpack") =>
      (await openReadyStream(server, person, { format })).stream;
    const streams = {
      owner: await connect(owner, "json"),
      member: await connect(member, "json"),
      other: await connect(other, "msgpack"),
      stranger: await connect(stranger, "msgpack"),
    };
    return new ObservedServer({
      server,
      community,
      people: { owner, member, other, stranger },
      streams,
      hidden,
      staff,
    });
  }

  /** Disconnects an observer until the server has dropped their state, and connects them again. */
  async reconnectFresh(who: Observer): Promise<void> {
    const { server } = this;
    await this.streams[who][Symbol.asyncDispose]();
    await until(() => {
      server.clock.advance(seconds(10));
      server.tick();
      return !server.isConnected(this.people[who].id);
    });
    this.streams[who] = (await openReadyStream(this.server, this.people[who])).stream;
  }

  /** Makes a call that must succeed. */
  async call(
    by: Observer,
    method: "post" | "put" | "patch" | "delete",
    [path, body = {}, options = {}]: readonly [path: string, body?: object, options?: { ticket?: string }],
  ): Promise<ApiResponse> {
    const { client } = this.server;
    return done(await client[method](path, body, { token: this.people[by].token, ...options }));
  }

  /** Makes a call of the owner below the path of the server, e.g. `/roles`. */
  inServer(
    method: "post" | "put" | "patch" | "delete",
    below: string,
    body: object = {},
  ): Promise<ApiResponse> {
    return this.call("owner", method, [`/servers/${this.community.id}${below}`, body]);
  }

  /** The owner sets the roles of the member. */
  giveRoles(...roles: readonly string[]): Promise<ApiResponse> {
    return this.inServer("patch", `/members/${this.people.member.id}`, { roles });
  }

  async newRole(): Promise<string> {
    return (await this.inServer("post", "/roles", { name: "role" })).body.id;
  }

  /** The packets that each observer received since the last call. Messages that `first` sent are processed by then. */
  async takeReceived(first: Observer = "owner"): Promise<Record<Observer, Packet[]>> {
    const received: Record<Observer, Packet[]> = { owner: [], member: [], other: [], stranger: [] };
    for (const who of new Set([first, ...observers])) received[who] = await this.streams[who].takeNew();
    return received;
  }

  /** The summaries of the packets that each observer received since the last call. */
  async summarizeReceived(): Promise<Record<Observer, EventSummary>> {
    const received = await this.takeReceived();
    const of = (who: Observer): EventSummary => received[who].map((packet) => this.summarize(packet));
    return { owner: of("owner"), member: of("member"), other: of("other"), stranger: of("stranger") };
  }

  /** The type of a packet, with the channel if it is about one. */
  summarize(packet: Packet): string | string[] {
    if (packet.type === "Bulk") return packet.v.map((event: Packet) => this.summarize(event));
    const channel = packet.type.startsWith("Channel") ? (packet._id ?? packet.id) : undefined;
    if (channel === undefined) return packet.type;
    const names = new Map([
      [this.open, "open"],
      [this.hidden, "hidden"],
    ]);
    return `${packet.type} ${names.get(channel) ?? "new"}`;
  }

  /** The observers who receive the events of a channel: a new name, and that the user who set it types. */
  async receiversOf(channel: string, by: Observer = "owner"): Promise<Observer[]> {
    await this.summarizeReceived();
    await this.call(by, "patch", [`/channels/${channel}`, { name: `name ${++this.#renamed}` }]);
    for (const type of ["BeginTyping", "EndTyping"]) this.streams[by].send({ type, channel });
    const received = await this.takeReceived(by);
    const expected = ["ChannelUpdate", "ChannelStartTyping", "ChannelStopTyping"].join();
    return observers.filter((who) => {
      const types = received[who].map(({ type }) => type).join();
      if (types !== "" && types !== expected) throw new Error(`${who} received ${types}`);
      return types !== "";
    });
  }

  async [Symbol.asyncDispose]() {
    for (const stream of Object.values(this.streams)) await stream[Symbol.asyncDispose]();
  }
}

/** Inside `describe`: gives each of its tests a new observed server, all on one test server. */
export function observeInEachTest(
  engine: Engine,
  use: (opened: ObservedServer) => void,
  options?: TestServerOptions,
): void {
  let server: TestServer;
  let opened: ObservedServer;
  beforeAll(async () => {
    server = await openServer(engine, options);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    opened = await ObservedServer.open(server);
    use(opened);
  });
  afterEach(() => opened[Symbol.asyncDispose]());
}

function done(response: ApiResponse): ApiResponse {
  if (response.status >= 300) throw new Error(`status ${response.status} ${JSON.stringify(response.body)}`);
  return response;
}
