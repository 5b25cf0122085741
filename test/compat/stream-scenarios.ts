import { expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

/** The part of the libraries that the scenarios use; both have this shape. */
export interface LibraryClient {
  readonly user?: LibraryUser | undefined;
  readonly users: {
    get(id: string): LibraryUser | undefined;
    fetch(id: string): Promise<LibraryUser>;
  };
  readonly channels: { get(id: string): LibraryChannel | undefined; toList(): LibraryChannel[] };
  readonly events: { ping(): number; disconnect(): void };
  readonly sessionId: string | undefined;
  connect(): void;
  ready(): boolean;
}

export interface LibraryUser {
  readonly id: string;
  readonly username: string;
  readonly discriminator: string;
  readonly displayName: string;
  readonly relationship: string;
  readonly online: boolean;
  readonly presence: string;
  readonly status?: { text?: string | null | undefined } | undefined;
  edit(data: { display_name?: string; status?: { text?: string; presence?: "Busy" } }): Promise<void>;
  addFriend(): Promise<unknown>;
  removeFriend(): Promise<void>;
  blockUser(): Promise<void>;
  unblockUser(): Promise<void>;
  openDM(): Promise<LibraryChannel>;
}

export interface LibraryChannel {
  readonly id: string;
  readonly type: string;
  readonly active: boolean;
  readonly recipient: LibraryUser | undefined;
  readonly typingIds: { has(id: string): boolean };
  startTyping(): void;
  stopTyping(): void;
}

export interface Connected {
  readonly client: LibraryClient;
  /** The names of the events that the library emitted, in order. */
  readonly emitted: readonly string[];
}

export interface Library {
  /** Logs in and connects, without waiting for Ready. */
  connect(server: TestServer, person: Person, heartbeatSeconds?: number): Promise<Connected>;
  /** Sends a friend request by username and discriminator, as the web client does. */
  requestFriend(client: LibraryClient, fullName: string): Promise<LibraryUser>;
  endSession(client: LibraryClient, sessionId: string): Promise<void>;
}

/** The events of the libraries that the scenarios look at. */
export const watched = [
  "connecting",
  "connected",
  "disconnected",
  "ready",
  "error",
  "userUpdate",
  "channelCreate",
  "channelStartTyping",
  "channelStopTyping",
] as const;

interface ConnectedUser extends Connected {
  readonly person: Person;
}

/** The view of a user in the client of another; the client must know the user. */
function viewOf({ client }: ConnectedUser, { person }: ConnectedUser): LibraryUser {
  const user = client.users.get(person.id);
  if (!user) throw new Error(`${person.id} is unknown`);
  return user;
}

export function runStreamScenarios(engine: Engine, library: Library): void {
  async function connect(server: TestServer, person: Person): Promise<ConnectedUser> {
    const connected = await library.connect(server, person);
    await until(() => connected.client.ready());
    return { ...connected, person };
  }

  async function connectNewUser(server: TestServer, username: string): Promise<ConnectedUser> {
    return connect(server, await newUser(server, username));
  }

  /** Two friends who are both connected. */
  async function connectFriends(server: TestServer): Promise<[ConnectedUser, ConnectedUser]> {
    const [ann, ben] = [await connectNewUser(server, "Ann"), await connectNewUser(server, "Ben")];
    await befriend(ann, ben);
    return [ann, ben];
  }

  async function befriend(ann: ConnectedUser, ben: ConnectedUser): Promise<void> {
    const { username, discriminator } = ben.client.user as LibraryUser;
    const requested = await library.requestFriend(ann.client, `${username}#${discriminator}`);
    expect([requested.id, viewOf(ann, ben).relationship]).toEqual([ben.person.id, "Outgoing"]);
    // The libraries add no user because of an event alone.
    const requester = await ben.client.users.fetch(ann.person.id);
    expect(requester.relationship).toBe("Incoming");
    await requester.addFriend();
    await until(() => viewOf(ann, ben).relationship === "Friend");
    await until(() => viewOf(ben, ann).relationship === "Friend");
  }

  function disconnect(...users: ConnectedUser[]): void {
    for (const { client } of users) client.events.disconnect();
  }

  /** Polls with ticks of the gateway, which otherwise come once a second. */
  const untilTicked = (server: TestServer, holds: () => boolean) =>
    until(() => {
      server.tick();
      return holds();
    });

  test("a client logs in, connects and becomes ready", async () => {
    await using server = await openServer(engine);
    const ann = await connectNewUser(server, "Ann");
    expect([ann.client.user?.username, ann.client.user?.online]).toEqual(["Ann", true]);
    expect(ann.emitted).toEqual(["connecting", "ready", "connected"]);
    disconnect(ann);
  });

  test("a client keeps its connection alive with pings", async () => {
    await using server = await openServer(engine);
    const { client } = await library.connect(server, await newUser(server), 0.01);
    await until(() => client.events.ping() >= 0);
    client.events.disconnect();
  });

  test("users become friends and unfriend each other", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await connectFriends(server);
    await viewOf(ann, ben).removeFriend();
    await until(() => viewOf(ann, ben).relationship === "None" && viewOf(ben, ann).relationship === "None");
    disconnect(ann, ben);
  });

  test("friends see each other's online status", async () => {
    await using server = await openServer(engine, { config: { events: { offline_grace_ms: 0 } } });
    const [ann, ben] = await connectFriends(server);
    await until(() => viewOf(ben, ann).online);
    disconnect(ben);
    await untilTicked(server, () => !viewOf(ann, ben).online);
    expect(viewOf(ann, ben).presence).toBe("Invisible");
    const again = await connect(server, ben.person);
    await until(() => viewOf(ann, ben).online);
    expect([viewOf(again, ann).online, viewOf(again, ann).relationship]).toEqual([true, "Friend"]);
    disconnect(ann, again);
  });

  test("friends see each other's profile changes", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await connectFriends(server);
    await ann.client.user?.edit({ display_name: "Anne", status: { text: "reading", presence: "Busy" } });
    for (const { client } of [ann, ben]) {
      const view = () => client.users.get(ann.person.id);
      await until(() => view()?.displayName === "Anne");
      expect([view()?.status?.text, view()?.presence, view()?.username]).toEqual(["reading", "Busy", "Ann"]);
    }
    expect(ben.emitted).toContain("userUpdate");
    disconnect(ann, ben);
  });

  test("friends open a conversation and see each other typing", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await connectFriends(server);
    const opened = await viewOf(ann, ben).openDM();
    await until(() => ben.client.channels.get(opened.id));
    const direct = ben.client.channels.get(opened.id);
    expect([direct?.type, direct?.active]).toEqual(["DirectMessage", true]);
    expect([direct?.recipient?.id, opened.recipient?.id]).toEqual([ann.person.id, ben.person.id]);
    expect((await viewOf(ben, ann).openDM()).id).toBe(opened.id);
    expect([ann, ben].map(({ client }) => client.channels.toList().length)).toEqual([1, 1]);
    opened.startTyping();
    await until(() => direct?.typingIds.has(ann.person.id));
    opened.stopTyping();
    await until(() => !direct?.typingIds.has(ann.person.id));
    expect(ben.emitted.filter((name) => name.startsWith("channel"))).toEqual([
      "channelCreate",
      "channelStartTyping",
      "channelStopTyping",
    ]);
    disconnect(ann, ben);
  });

  test("a blocked user does not see the status of the other until unblocked", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await connectFriends(server);
    await viewOf(ann, ben).openDM();
    await ben.client.user?.edit({ status: { text: "here" } });
    await until(() => viewOf(ann, ben).status?.text === "here");
    await viewOf(ben, ann).blockUser();
    await until(() => viewOf(ann, ben).relationship === "BlockedOther" && !viewOf(ann, ben).online);
    expect(viewOf(ann, ben).status?.text).toBeUndefined();
    await until(() => viewOf(ben, ann).relationship === "Blocked");
    await viewOf(ben, ann).unblockUser();
    await until(() => viewOf(ann, ben).relationship === "None" && viewOf(ann, ben).online);
    expect(viewOf(ann, ben).status?.text).toBe("here");
    disconnect(ann, ben);
  });

  test("a session revoked by another session is disconnected and cannot reconnect", async () => {
    await using server = await openServer(engine);
    const here = await connectNewUser(server, "Ann");
    const elsewhere = await connect(server, here.person);
    await library.endSession(elsewhere.client, String(here.client.sessionId));
    await until(() => here.emitted.includes("disconnected"));
    expect(elsewhere.client.ready()).toBe(true);
    here.client.connect();
    await until(() => here.emitted.includes("error"));
    expect(here.client.ready()).toBe(false);
    disconnect(elsewhere);
  });
}
