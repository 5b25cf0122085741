import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { UsersTables } from "../../../src/domains/users/tables.ts";
import { logIn, newAccount } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

for (const engine of anyEngine) {
  describe(`onboarding on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const complete = (token: string, body: object) =>
      server.client.post("/onboard/complete", body, { token });
    const hello = async (token: string) => (await server.client.get("/onboard/hello", { token })).body;

    test("an account chooses a name and becomes a user", async () => {
      const { client } = server;
      await using events = await recordEvents(server, "all");
      const { token, id, email } = await newAccount(server);
      expect(await hello(token)).toEqual({ onboarding: true });
      expect((await client.get("/users/@me", { token })).status).toBe(401);

      const { status, body } = await complete(token, { username: "Stoat_1" });
      expect(status).toBe(200);
      expect(body).toEqual({
        _id: id,
        username: "Stoat_1",
        discriminator: expect.stringMatching(/^\d{4}$/),
        relationship: "User",
        online: false,
      });
      expect(await hello(token)).toEqual({ onboarding: false });
      expect((await client.get("/users/@me", { token })).body).toEqual(body);
      expect(await hello((await logIn(server, email)).token)).toEqual({ onboarding: false });
      expect(events.received).toEqual([]);
    });

    test("onboarding one account does not onboard another", async () => {
      const [one, two] = [await newAccount(server), await newAccount(server)];
      await complete(one.token, { username: "Early" });
      expect(await hello(two.token)).toEqual({ onboarding: true });
    });

    test("checks the body, then whether the user exists, then the syntax of the name, then reserved names", async () => {
      const { token } = await newAccount(server);
      expectFailure(await complete("unknown", {}), 401, "InvalidSession");
      for (const body of [{}, { username: 1 }, { username: null }, { name: "Name" }]) {
        expectFailure(await complete(token, body), 400, "FailedValidation", { error: expect.any(String) });
      }
      expectFailure(await complete(token, { username: "a b" }), 400, "FailedValidation", {
        error: expect.any(String),
      });
      expectFailure(await complete(token, { username: "admin" }), 400, "InvalidUsername");
      expect((await complete(token, { username: "Valid" })).status).toBe(200);
      expectFailure(await complete(token, {}), 400, "FailedValidation", { error: expect.any(String) });
      for (const username of ["Other", "a b", "admin"]) {
        expectFailure(await complete(token, { username }), 403, "AlreadyOnboarded");
      }
      expect((await server.client.get("/users/@me", { token })).body.username).toBe("Valid");
    });

    test("of many concurrent attempts, one creates the user", async () => {
      const { token, id, email } = await newAccount(server);
      const tokens = [token, (await logIn(server, email)).token];
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          complete(tokens[index % 2] ?? "", { username: `Racer${index}` }),
        ),
      );
      expect(responses.map(outcome).sort()).toEqual(["200", ...Array(9).fill("403 AlreadyOnboarded")]);
      const winner = responses.find(({ status }) => status === 200);
      expect((await server.client.get("/users/@me", { token })).body).toEqual(winner?.body);
      const rows = await server.running.store.read((db) =>
        db.sql<UsersTables>().selectFrom("users").selectAll().where("id", "=", id).execute(),
      );
      expect(rows).toHaveLength(1);
    });
  });

  describe(`the early-adopter badge on ${engine}`, () => {
    test("is given to users who registered before the configured cutoff", async () => {
      await using server = await openServer(engine, {
        config: { users: { early_adopter_cutoff: Date.now() + 3_600_000 } },
      });
      const early = await newAccount(server);
      const earlyResponse = await server.client.post(
        "/onboard/complete",
        { username: "Early" },
        { token: early.token },
      );
      expect(earlyResponse.body.badges).toBe(256);
      server.clock.advance(7_200_000);
      const late = await newAccount(server);
      const lateResponse = await server.client.post(
        "/onboard/complete",
        { username: "Late" },
        { token: late.token },
      );
      expect(lateResponse.body).not.toHaveProperty("badges");
    });
  });
}
