import { beforeEach, describe, expect, test } from "bun:test";
import { membershipIn, plainMember, sceneOf } from "../../test/support/visibility.ts";
import { configWith } from "../config/load.ts";
import { topic } from "../protocol/event.ts";
import { Audience } from "./audience.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import { ServerSubscriptions } from "./server-subscriptions.ts";
import { View } from "./view.ts";

const { events: settings } = configWith({ events: { subscriptions: 3, subscription_lasts_ms: 100 } });
const servers = ["a", "b", "c", "d", "e"];

describe("following the users of servers", () => {
  let audience: Audience;
  let following: ServerSubscriptions;
  beforeEach(() => {
    audience = new Audience();
    following = new ServerSubscriptions(audience, settings);
  });

  function connect(userId: string, { bot = false } = {}): Connection {
    const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
    const sight = { privileged: false, invisible: false, relations: new Map(), conversations: [] };
    audience.join(
      connection,
      new View({ userId, bot, ...sight, servers: servers.map((id) => membershipIn(id)) }),
    );
    return connection;
  }

  const followed = (connection: Connection) =>
    [...servers, "other"].filter((id) =>
      [...audience.subscribersOf(topic.serverUsers(id))].includes(connection),
    );

  test("is begun by each connection for itself", () => {
    const [one, two] = [connect("me"), connect("me")];
    following.begin(one, "a", 0);
    expect([followed(one), followed(two)]).toEqual([["a"], []]);
  });

  test("has places for a few; the one renewed least recently goes first", () => {
    const connection = connect("me");
    for (const id of ["a", "b", "c", "a", "d"]) following.begin(connection, id, 0);
    expect(followed(connection)).toEqual(["a", "c", "d"]);
    following.begin(connection, "e", 0);
    expect(followed(connection)).toEqual(["a", "d", "e"]);
  });

  test("ends after a while, unless it is renewed", () => {
    const connection = connect("me");
    following.begin(connection, "a", 0);
    following.begin(connection, "b", 0);
    following.begin(connection, "a", 50);
    following.expire(connection, 99);
    expect(followed(connection)).toEqual(["a", "b"]);
    following.expire(connection, 100);
    expect(followed(connection)).toEqual(["a"]);
    following.expire(connection, 150);
    expect(followed(connection)).toEqual([]);
  });

  test("is for members who are connected", () => {
    const connection = connect("me");
    following.begin(connection, "other", 0);
    following.begin(new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0), "a", 0);
    expect(followed(connection)).toEqual([]);
    expect([...audience.subscribersOf(topic.serverUsers("a"))]).toEqual([]);
  });

  test("ends with the membership and with the connection", () => {
    const connection = connect("me");
    for (const id of ["a", "b", "c"]) following.begin(connection, id, 0);
    audience.apply({ kind: "server left", user: "me", server: "a" });
    audience.apply({ kind: "server gone", server: "b" });
    expect(followed(connection)).toEqual(["c"]);
    following.begin(connection, "d", 0);
    audience.leave(connection);
    expect(followed(connection)).toEqual([]);
  });

  test("is what bots always do, in all their servers", () => {
    const bot = connect("bot", { bot: true });
    expect(followed(bot)).toEqual(servers);
    following.begin(bot, "a", 0);
    following.expire(bot, 1_000);
    expect(followed(bot)).toEqual(servers);
    audience.apply({ kind: "server joined", user: "bot", server: sceneOf("other"), member: plainMember });
    audience.apply({ kind: "server left", user: "bot", server: "a" });
    expect(followed(bot)).toEqual(["b", "c", "d", "e", "other"]);
  });
});
