import { describe, expect, test } from "bun:test";
import { membershipIn } from "../../test/support/stream/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { topic } from "../visibility/announcement.ts";
import { Audience } from "./audience.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import { View } from "./view.ts";
import { VisibilityIndex } from "./visibility-index.ts";

const bare = { bot: false, invisible: false, relations: new Map(), conversations: [] };
const viewOf = (userId: string) => new View({ ...bare, userId, servers: [membershipIn("place")] });

describe("the shared state of a server", () => {
  test("keeps no entry of a member who has left", () => {
    const index = new VisibilityIndex();
    const [leaver, other] = [viewOf("leaver"), viewOf("other")];
    index.addView(leaver);
    index.addView(other);
    index.leave(leaver, "place");
    expect([...(index.get("place")?.members.keys() ?? [])]).toEqual(["other"]);
    expect(leaver.isIn("place")).toBe(false);
    index.leave(other, "place");
    expect(index.get("place")).toBeUndefined();
  });

  test("finds the subscribers of a channel without a look at users of other servers", () => {
    const audience = new Audience();
    const place = membershipIn("place", {
      channels: [{ _id: "hall" }, { _id: "vault", default_permissions: { a: 0, d: permission.ViewChannel } }],
    });
    const [member, stranger] = [place, membershipIn("elsewhere")].map((server, at) => {
      const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
      audience.addConnection(connection, new View({ ...bare, userId: `${at}`, servers: [server] }));
      return connection;
    });
    if (stranger?.view)
      stranger.view.hasTopic = () => {
        throw new Error("looked at");
      };
    expect([...audience.subscribersOf(topic.channel("hall"))]).toEqual(member ? [member] : []);
    expect([...audience.subscribersOf(topic.channel("vault"))]).toEqual([]);
  });

  test.each(["server left", "disconnected"])("finds no subscriber after: %s", (how) => {
    const audience = new Audience();
    const connections = ["leaver", "other"].map((userId) => {
      const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
      audience.addConnection(connection, viewOf(userId));
      return connection;
    });
    if (how === "server left") audience.apply({ kind: "server left", user: "leaver", server: "place" });
    else audience.removeUser("leaver");
    expect([...audience.subscribersOf(topic.server("place"))]).toEqual(connections.slice(1));
  });
});
