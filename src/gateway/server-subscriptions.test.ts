import { beforeEach, describe, expect, test } from "bun:test";
import { membershipIn, plainMember, serverDataOf } from "../../test/support/stream/visibility.ts";
import { configWith } from "../config/load.ts";
import { topic } from "../visibility/announcement.ts";
import { Audience } from "./audience.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import { ServerSubscriptions } from "./server-subscriptions.ts";
import { View } from "./view.ts";

const { events: settings } = configWith({ events: { subscriptions: 3, subscription_lasts_ms: 100 } });
const servers = ["a", "b", "c", "d", "e"];

describe("subscriptions to the users of servers", () => {
  let audience: Audience;
  let subscriptions: ServerSubscriptions;
  beforeEach(() => {
    audience = new Audience();
    subscriptions = new ServerSubscriptions(audience, settings);
  });

  function connect(userId: string, { bot = false } = {}): Connection {
    const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
    const state = { invisible: false, relations: new Map(), conversations: [] };
    audience.addConnection(
      connection,
      new View({ userId, bot, ...state, servers: servers.map((id) => membershipIn(id)) }),
    );
    return connection;
  }

  const subscribed = (connection: Connection) =>
    [...servers, "other"].filter((id) =>
      [...audience.subscribersOf(topic.serverUsers(id))].includes(connection),
    );

  test("belong to one connection", () => {
    const [one, two] = [connect("me"), connect("me")];
    subscriptions.subscribe(one, "a", 0);
    expect([subscribed(one), subscribed(two)]).toEqual([["a"], []]);
  });

  test("are limited in number; the one renewed least recently is dropped", () => {
    const connection = connect("me");
    for (const id of ["a", "b", "c", "a", "d"]) subscriptions.subscribe(connection, id, 0);
    expect(subscribed(connection)).toEqual(["a", "c", "d"]);
    subscriptions.subscribe(connection, "e", 0);
    expect(subscribed(connection)).toEqual(["a", "d", "e"]);
  });

  test("expire unless they are renewed", () => {
    const connection = connect("me");
    subscriptions.subscribe(connection, "a", 0);
    subscriptions.subscribe(connection, "b", 0);
    subscriptions.subscribe(connection, "a", 50);
    subscriptions.expire(connection, 99);
    expect(subscribed(connection)).toEqual(["a", "b"]);
    subscriptions.expire(connection, 100);
    expect(subscribed(connection)).toEqual(["a"]);
    subscriptions.expire(connection, 150);
    expect(subscribed(connection)).toEqual([]);
  });

  test("need an authenticated member", () => {
    const connection = connect("me");
    subscriptions.subscribe(connection, "other", 0);
    subscriptions.subscribe(new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0), "a", 0);
    expect(subscribed(connection)).toEqual([]);
    expect([...audience.subscribersOf(topic.serverUsers("a"))]).toEqual([]);
  });

  test("end with the membership and with the connection", () => {
    const connection = connect("me");
    for (const id of ["a", "b", "c"]) subscriptions.subscribe(connection, id, 0);
    audience.apply({ kind: "server left", user: "me", server: "a" });
    audience.apply({ kind: "server gone", server: "b" });
    expect(subscribed(connection)).toEqual(["c"]);
    subscriptions.subscribe(connection, "d", 0);
    audience.removeConnection(connection);
    expect(subscribed(connection)).toEqual([]);
  });

  test("of bots are permanent and cover all their servers", () => {
    const bot = connect("bot", { bot: true });
    expect(subscribed(bot)).toEqual(servers);
    subscriptions.subscribe(bot, "a", 0);
    subscriptions.expire(bot, 1_000);
    expect(subscribed(bot)).toEqual(servers);
    audience.apply({
      kind: "server joined",
      user: "bot",
      server: serverDataOf("other"),
      member: plainMember,
    });
    audience.apply({ kind: "server left", user: "bot", server: "a" });
    expect(subscribed(bot)).toEqual(["b", "c", "d", "e", "other"]);
  });
});
