import { expect, test } from "bun:test";
import type { Insertable } from "kysely";
import type { InvitesTables } from "../../../src/domains/invites/tables.ts";
import type { ServersTables } from "../../../src/domains/members/tables.ts";
import { maxListed } from "../../../src/protocol/schema.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

type Tables = ServersTables & InvitesTables;

/** Writes one row more than a list has. */
async function fillTable<T extends "bans" | "invites">(
  { running }: TestServer,
  table: T,
  row: (id: string) => Insertable<Tables[T]>,
): Promise<void> {
  const rows = Array.from({ length: maxListed + 1 }, (_, index) => row(String(index).padStart(26, "0")));
  for (let at = 0; at < rows.length; at += 1_000)
    await running.store.write((tx) =>
      tx
        .sql<Tables>()
        .insertInto(table)
        .values(rows.slice(at, at + 1_000) as never)
        .execute(),
    );
}

for (const engine of anyEngine)
  test(`a list without pages has at most 10,000 items, on ${engine}`, async () => {
    await using server = await openServer(engine);
    const { id, channel, owner } = await newCommunity(server);
    await fillTable(server, "bans", (user_id) => ({ server_id: id, user_id, reason: null }));
    await fillTable(server, "invites", (code) => ({
      code,
      server_id: id,
      channel_id: channel,
      creator_id: owner.id,
      uses: 0,
    }));
    const bans = await server.client.get(`/servers/${id}/bans`, owner);
    expect([bans.status, bans.body.bans.length]).toEqual([200, maxListed]);
    const invites = await server.client.get(`/servers/${id}/invites`, owner);
    expect([invites.status, invites.body.length]).toEqual([200, maxListed]);
  });
