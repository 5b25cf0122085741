import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tx } from "../../../src/declare/tx.ts";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { newAccount } from "../../support/accounts/people.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days, hours } from "../../support/server/test-clock.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** A row in each table whose rows belong to accounts. Those that end do so an hour from now. */
function rowsOf(account_id: string, id: string, now: number): Readonly<Record<string, Row>> {
  const expires = now + hours(1);
  return {
    earlier_verifications: { digest: id, account_id, email: "a@example.com", expires },
    email_undos: {
      ...{ digest: id, account_id, email: "a@example.com", expires },
      ...{ had_second_factor: 0, was_disabled: 0 },
    },
    identities: {
      ...{ id, account_id, issuer: "https://id.example.com", subject: id, label: "a" },
      ...{ created_at: now, last_used_at: now },
    },
    known_devices: { digest: id, account_id, used_at: now },
    lockouts: {
      ...{ account_id, source: "192.0.2.1", failures: 1, judged: 1 },
      ...{ locked_until: now, last_attempt: now },
    },
    mfa_tickets: { id, account_id, token_digest: id, validated: 1, authorised: 1, created_at: now },
    oidc_flows: {
      ...{ state_digest: id, account_id, provider: "home", purpose: "link", nonce: "n" },
      ...{ verifier_sealed: "v", redirect_uri: "https://chat.example.com", created_at: now },
    },
    passkey_challenges: {
      ...{ token_digest: id, account_id, challenge: "c", purpose: "register", relying_party: "{}" },
      created_at: now,
    },
    passkeys: {
      ...{ id, account_id, credential_id: id, public_key: "k", counter: 0, transports: "[]", name: "Phone" },
      created_at: now,
    },
    pending_links: {
      ...{ token_digest: id, account_id, issuer: "https://id.example.com", subject: id, label: "a" },
      created_at: now,
    },
    recovery_links: { digest: id, account_id, removes_second_factor: 0, expires },
    sign_ins: {
      ...{ id, account_id, method: "Password", outcome: "Success", device: "Phone" },
      ...{ address: "192.0.2.1", new_device: 0 },
    },
  };
}

/** These stay for as long as the account. */
const lasting = ["identities", "known_devices", "passkeys"];

async function addRows({ running: { store } }: TestServer, accountId: string): Promise<string[]> {
  return store.write(async (tx: Tx) => {
    const { ids, clock } = tx.services;
    const rows = Object.entries(rowsOf(accountId, ids.next(), clock.now()));
    for (const [table, row] of rows)
      await tx.sql<Record<string, Row>>().insertInto(table).values(row).execute();
    return rows.map(([table]) => table);
  });
}

/** The tables that have rows of an account, of those that are filled here. */
function tablesWith({ running: { store } }: TestServer, accountId: string): Promise<string[]> {
  return store.read(async (db) => {
    const tables = Object.keys(rowsOf(accountId, "", 0));
    const found = await Promise.all(
      tables.map((table) =>
        db
          .sql<Record<string, Row>>()
          .selectFrom(table)
          .select("account_id")
          .where("account_id", "=", accountId)
          .executeTakeFirst(),
      ),
    );
    return tables.filter((_, at) => found[at] !== undefined);
  });
}

test("every table whose rows belong to accounts is filled here", () => {
  const schema = readFileSync(join(import.meta.dir, "../../../src/migrations/schema.sqlite.sql"), "utf8");
  const tables = schema.split(/(?=CREATE TABLE )/).filter((part) => /"account_id".* references/.test(part));
  const names = tables.map((part) => part.match(/CREATE TABLE "(\w+)"/)?.[1]);
  expect(names.toSorted()).toEqual(Object.keys(rowsOf("", "", 0)).toSorted());
});

describe.each([...preferPostgres])("rows of accounts on %s", (engine) => {
  test("a purge deletes all of an account, and none of another", async () => {
    await using server = await openServer(engine);
    const [leaver, other] = [await newAccount(server), await newAccount(server)];
    const tables = await addRows(server, leaver.id);
    await addRows(server, other.id);
    await server.running.store.write((tx) => purgeAccount(tx, leaver.id));
    expect(await tablesWith(server, leaver.id)).toEqual([]);
    expect(await tablesWith(server, other.id)).toEqual(tables);
  });

  test("what has an end is deleted after it, and not before", async () => {
    await using server = await openServer(engine);
    const { id } = await newAccount(server);
    const tables = await addRows(server, id);
    await server.drain();
    expect(await tablesWith(server, id)).toEqual(tables);
    server.clock.advance(days(400));
    await server.drain();
    expect(await tablesWith(server, id)).toEqual(lasting);
  });
});
