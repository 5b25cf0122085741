import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type OpenedServices, openServices } from "../../src/compose/open-services.ts";
import { configWith } from "../../src/config/load.ts";
import type { AnyTx } from "../../src/declare/tx.ts";
import { insertChannel, lockConversation } from "../../src/domains/channels/index.ts";
import type { ServersTables } from "../../src/domains/members/index.ts";
import { lockServer, updateServer } from "../../src/domains/members/store/servers.ts";
import { putBan } from "../../src/domains/servers/store/bans.ts";
import { setRoles, updateMember } from "../../src/domains/servers/store/members.ts";
import { insertRole } from "../../src/domains/servers/store/servers.ts";
import { createStore } from "../../src/store/store.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type Community, newCommunity } from "../support/servers/communities.ts";
import { checkingServerLocks, needsServerLock } from "../support/servers/server-lock.ts";

/** Tables with rows of a server that transactions change without its lock, and why they may. */
const unlocked: Readonly<Record<string, string>> = {
  audit_entries: "The log only grows, and no event carries it.",
  invites: "No event carries them, and joining reads the invite in its own transaction.",
  voice_calls: "They follow the reports of voice nodes, and decide no permission.",
  voice_states: "They follow the reports of voice nodes, and decide no permission.",
  pending_timeouts: "They concern users who are not members; joining takes them under the lock.",
};

/** The tables whose rows belong to a server, by the schema. */
function tablesOfServers(): string[] {
  const schema = readFileSync("src/migrations/schema.sqlite.sql", "utf8");
  const tables = [...schema.matchAll(/^CREATE TABLE "(\w+)" \(([^;]*)\);/gm)];
  return tables.flatMap(([, name = "", columns = ""]) =>
    /"server_id"|references "roles"|references "servers"/.test(columns) ? [name] : [],
  );
}

/** The servers of all tests check the rule at every statement of a route or job; here, the rule itself is tested. */
describe("what changes a server locks it", () => {
  let server: TestServer;
  let community: Community;
  let opened: OpenedServices;
  beforeAll(async () => {
    server = await openServer("sqlite");
    community = await newCommunity(server);
    await server.stop();
    opened = await openServices(configWith({ data_dir: server.home.dataDir }));
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("the rule covers every table of servers, or the table has a reason", () => {
    const tables = tablesOfServers();
    expect(tables).toContain("roles");
    for (const table of tables) {
      const isGuarded = needsServerLock({ kind: "delete", table, columns: [] });
      expect(isGuarded, table).toBe(!(table in unlocked));
    }
    for (const table of Object.keys(unlocked)) expect(tables, table).toContain(table);
  });

  const write = (work: (tx: AnyTx) => Promise<unknown>) => {
    const database = checkingServerLocks(opened.database);
    const unused = { hooks: [], providers: [], onJobs: () => {}, publish: "outbox" } as const;
    return createStore({ database, services: opened.services, ...unused }).write(work);
  };

  const newId = () => opened.services.ids.next();
  const ofOwner = () => ({ server_id: community.id, user_id: community.owner.id });
  const changes: Record<string, (tx: AnyTx) => Promise<unknown>> = {
    "inserts a role": (tx) =>
      insertRole(tx, {
        ...{ id: newId(), server_id: community.id, name: "Role", allow: 0, deny: 0 },
        ...{ colour: null, hoist: 0, rank: 0, icon: null, owner_id: null },
      }),
    "edits the server and keeps its revision": (tx) =>
      tx
        .sql<ServersTables>()
        .updateTable("servers")
        .set({ name: "X" })
        .where("id", "=", community.id)
        .execute(),
    "edits a member": (tx) => updateMember(tx, ofOwner(), { nickname: "Nick" }),
    "takes the roles of a member": (tx) => setRoles(tx, ofOwner(), []),
    "bans a user": (tx) => putBan(tx, { server_id: community.id, user_id: newId(), reason: null }),
    "adds a channel": (tx) =>
      insertChannel(tx, {
        id: newId(),
        kind: "TextChannel",
        server_id: community.id,
        name: "Talk",
        active: 1,
      }),
  };

  test.each(Object.entries(changes))(
    "a transaction that %s without the lock fails",
    async (_name, change) => {
      await expect(write(change)).rejects.toThrow("without a lock of the server");
      await expect(
        write(async (tx) => {
          await change(tx);
          await lockServer(tx, community.id);
        }),
      ).rejects.toThrow("without a lock of the server");
      await write(async (tx) => {
        await lockServer(tx, community.id);
        await change(tx);
      });
    },
  );

  test("a change of the server's own row is its lock, and a conversation has a lock of its own", async () => {
    const { "edits a member": editMember = async () => {} } = changes;
    await write(async (tx) => {
      await updateServer(tx, community.id, { name: "Place" });
      await editMember(tx);
    });
    await write((tx) => lockConversation(tx, newId()));
  });
});
