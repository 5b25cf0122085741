import { describe, expect, test } from "bun:test";
import type { AccountsTables } from "../../../src/domains/accounts/tables.ts";
import { newUser, password } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";

for (const engine of anyEngine) {
  describe(`failures of the server itself, on ${engine}`, () => {
    test("an unexpected error of a handler becomes a bare InternalError", async () => {
      allowLoggedErrors(/a request failed/);
      await using server = await openServer(engine);
      const { client } = server;
      const { token, id } = await newUser(server);
      await server.running.store.write((tx) =>
        tx
          .sql<AccountsTables>()
          .updateTable("accounts")
          .set({ recovery_codes_sealed: "not what the vault sealed" })
          .where("id", "=", id)
          .execute(),
      );
      expectFailure(await client.get("/auth/mfa/", { token }), 500, "InternalError");
      expect((await client.get("/users/@me", { token })).status).toBe(200);
    });

    test("a broken database becomes a bare InternalError", async () => {
      allowLoggedErrors(/a request failed/);
      await using server = await openServer(engine);
      const { client } = server;
      const { token, email } = await newUser(server);
      const drop = (table: string) =>
        server.running.store.write((tx) => {
          const dropped = tx.sql().schema.dropTable(table);
          // SQLite allows dropping a table that others reference.
          return (engine === "postgres" ? dropped.cascade() : dropped).execute();
        });
      await drop("mfa_tickets");
      const read = await client.put("/auth/mfa/ticket", { password }, { headers: { "x-mfa-ticket": "any" } });
      expectFailure(read, 500, "InternalError");
      expectFailure(await client.put("/auth/mfa/ticket", { password }, { token }), 500, "InternalError");
      expect(JSON.stringify([...read.headers])).not.toMatch(/mfa_tickets|sql/i);

      await drop("users");
      expectFailure(await client.get("/users/@me", { token }), 500, "InternalError");

      expect((await client.get("/")).status).toBe(200);
      expect((await client.post("/auth/session/login", { email, password })).status).toBe(200);
    });
  });
}
