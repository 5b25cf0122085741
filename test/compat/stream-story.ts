import { expect, test } from "bun:test";
import type { Engine } from "../support/engines.ts";
import { newUser, type Person } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";

/** Of the libraries, what the story uses. Both have this form. */
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
  /** Names of what the library has told its user, in order. */
  readonly said: readonly string[];
}

export interface Library {
  /** Logs in and connects, without waiting for anything further. */
  connect(server: TestServer, person: Person, heartbeatSeconds?: number): Promise<Connected>;
  /** Asks for friendship by name and discriminator, as the web client does. */
  ask(client: LibraryClient, fullName: string): Promise<LibraryUser>;
  endSession(client: LibraryClient, sessionId: string): Promise<void>;
}

/** What the libraries tell their user, as far as it matters here. */
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

interface Player extends Connected {
  readonly person: Person;
}

/** One person's view of another; whoever asks has to know them by now. */
function seen({ client }: Player, { person }: Player): LibraryUser {
  const user = client.users.get(person.id);
  if (!user) throw new Error(`${person.id} is unknown`);
  return user;
}

export function tellStory(engine: Engine, library: Library): void {
  async function enter(server: TestServer, person: Person): Promise<Player> {
    const connected = await library.connect(server, person);
    await until(() => connected.client.ready());
    return { ...connected, person };
  }

  async function enterNew(server: TestServer, username: string): Promise<Player> {
    return enter(server, await newUser(server, username));
  }

  /** Two people who know each other and are both connected. */
  async function enterFriends(server: TestServer): Promise<[Player, Player]> {
    const [ann, ben] = [await enterNew(server, "Ann"), await enterNew(server, "Ben")];
    await befriend(ann, ben);
    return [ann, ben];
  }

  async function befriend(ann: Player, ben: Player): Promise<void> {
    const { username, discriminator } = ben.client.user as LibraryUser;
    const asked = await library.ask(ann.client, `${username}#${discriminator}`);
    expect([asked.id, seen(ann, ben).relationship]).toEqual([ben.person.id, "Outgoing"]);
    // From an event alone the libraries take in nobody new.
    const asking = await ben.client.users.fetch(ann.person.id);
    expect(asking.relationship).toBe("Incoming");
    await asking.addFriend();
    await until(() => seen(ann, ben).relationship === "Friend");
    await until(() => seen(ben, ann).relationship === "Friend");
  }

  function leave(...players: Player[]): void {
    for (const { client } of players) client.events.disconnect();
  }

  /** What takes time otherwise: the server looks around once a second. */
  const inTime = (server: TestServer, holds: () => boolean) =>
    until(() => {
      server.running.gateway.tick();
      return holds();
    });

  test("logs in, connects and is ready", async () => {
    await using server = await openServer(engine);
    const ann = await enterNew(server, "Ann");
    expect([ann.client.user?.username, ann.client.user?.online]).toEqual(["Ann", true]);
    expect(ann.said).toEqual(["connecting", "ready", "connected"]);
    leave(ann);
  });

  test("keeps itself alive", async () => {
    await using server = await openServer(engine);
    const { client } = await library.connect(server, await newUser(server), 0.01);
    await until(() => client.events.ping() >= 0);
    client.events.disconnect();
  });

  test("people become friends and part again", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await enterFriends(server);
    await seen(ann, ben).removeFriend();
    await until(() => seen(ann, ben).relationship === "None" && seen(ben, ann).relationship === "None");
    leave(ann, ben);
  });

  test("people see each other come and go", async () => {
    await using server = await openServer(engine, { config: { events: { offline_grace_ms: 0 } } });
    const [ann, ben] = await enterFriends(server);
    await until(() => seen(ben, ann).online);
    leave(ben);
    await inTime(server, () => !seen(ann, ben).online);
    expect(seen(ann, ben).presence).toBe("Invisible");
    const again = await enter(server, ben.person);
    await until(() => seen(ann, ben).online);
    expect([seen(again, ann).online, seen(again, ann).relationship]).toEqual([true, "Friend"]);
    leave(ann, again);
  });

  test("people see each other's profiles change", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await enterFriends(server);
    await ann.client.user?.edit({ display_name: "Anne", status: { text: "reading", presence: "Busy" } });
    for (const player of [ann, ben]) {
      const told = () => player.client.users.get(ann.person.id);
      await until(() => told()?.displayName === "Anne");
      expect([told()?.status?.text, told()?.presence, told()?.username]).toEqual(["reading", "Busy", "Ann"]);
    }
    expect(ben.said).toContain("userUpdate");
    leave(ann, ben);
  });

  test("people open a conversation, and see each other typing", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await enterFriends(server);
    const opened = await seen(ann, ben).openDM();
    await until(() => ben.client.channels.get(opened.id));
    const direct = ben.client.channels.get(opened.id);
    expect([direct?.type, direct?.active]).toEqual(["DirectMessage", true]);
    expect([direct?.recipient?.id, opened.recipient?.id]).toEqual([ann.person.id, ben.person.id]);
    expect((await seen(ben, ann).openDM()).id).toBe(opened.id);
    expect([ann, ben].map(({ client }) => client.channels.toList().length)).toEqual([1, 1]);
    opened.startTyping();
    await until(() => direct?.typingIds.has(ann.person.id));
    opened.stopTyping();
    await until(() => !direct?.typingIds.has(ann.person.id));
    expect(ben.said.filter((name) => name.startsWith("channel"))).toEqual([
      "channelCreate",
      "channelStartTyping",
      "channelStopTyping",
    ]);
    leave(ann, ben);
  });

  test("who is blocked sees the other no more, until unblocked", async () => {
    await using server = await openServer(engine);
    const [ann, ben] = await enterFriends(server);
    await seen(ann, ben).openDM();
    await ben.client.user?.edit({ status: { text: "here" } });
    await until(() => seen(ann, ben).status?.text === "here");
    await seen(ben, ann).blockUser();
    await until(() => seen(ann, ben).relationship === "BlockedOther" && !seen(ann, ben).online);
    expect(seen(ann, ben).status?.text).toBeUndefined();
    await until(() => seen(ben, ann).relationship === "Blocked");
    await seen(ben, ann).unblockUser();
    await until(() => seen(ann, ben).relationship === "None" && seen(ann, ben).online);
    expect(seen(ann, ben).status?.text).toBe("here");
    leave(ann, ben);
  });

  test("a session that ends elsewhere is disconnected, and does not come back", async () => {
    await using server = await openServer(engine);
    const here = await enterNew(server, "Ann");
    const elsewhere = await enter(server, here.person);
    await library.endSession(elsewhere.client, String(here.client.sessionId));
    await until(() => here.said.includes("disconnected"));
    expect(elsewhere.client.ready()).toBe(true);
    here.client.connect();
    await until(() => here.said.includes("error"));
    expect(here.client.ready()).toBe(false);
    leave(elsewhere);
  });
}
