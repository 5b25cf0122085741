import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findInvite, insertInvite } from "../../../src/domains/accounts/store/invites.ts";
import { logIn, newAccount, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { newHome } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

for (const engine of preferPostgres) {
  describe(`registration by invite on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine, { config: { registration: "invite" } });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const create = (email: string, invite?: string) =>
      server.client.post("/auth/account/create", {
        email,
        password,
        ...(invite !== undefined && { invite }),
      });
    const newInvite = (code: string, max_uses: number | null) =>
      server.running.store.write((tx) =>
        insertInvite(tx, { code, max_uses, created_at: server.clock.now() }),
      );
    const invite = (code: string) => server.running.store.read((db) => findInvite(db, code));

    test("needs an existing code, and stores who used it", async () => {
      await newInvite("open", null);
      const email = newEmail();
      expectFailure(await create(email), 400, "MissingInvite");
      expectFailure(await create(email, "unknown"), 400, "InvalidInvite");
      expectFailure(await create(email, ""), 400, "InvalidInvite");
      expectFailure(await create(email, "OPEN"), 400, "InvalidInvite");
      expect(await invite("open")).toMatchObject({ uses: 0, claimed_by: null });

      expect((await create(email, "open")).status).toBe(204);
      const { id } = await logIn(server, email);
      expect(await invite("open")).toMatchObject({ uses: 1, claimed_by: id });
    });

    test("a code works until its limit, or any number of times without one", async () => {
      await newInvite("again", null);
      await newInvite("twice", 2);
      for (const _ of [1, 2, 3]) expect((await create(newEmail(), "again")).status).toBe(204);
      for (const _ of [1, 2]) expect((await create(newEmail(), "twice")).status).toBe(204);
      const late = newEmail();
      expectFailure(await create(late, "twice"), 400, "InvalidInvite");
      expect((await server.client.post("/auth/session/login", { email: late, password })).status).toBe(401);
      expect(await invite("twice")).toMatchObject({ uses: 2, max_uses: 2 });
    });

    test("a taken address needs a code too, but does not use it up", async () => {
      await newInvite("first", 1);
      await newInvite("second", 1);
      const email = newEmail();
      await create(email, "first");
      expectFailure(await create(email), 400, "MissingInvite");
      expect((await create(email, "second")).status).toBe(204);
      expect(await invite("second")).toMatchObject({ uses: 0, claimed_by: null });
    });

    test("of many concurrent uses of a code with one use left, one succeeds", async () => {
      await newInvite("last", 1);
      const emails = Array.from({ length: 10 }, newEmail);
      const responses = await Promise.all(emails.map((email) => create(email, "last")));
      expect(responses.map(outcome).sort()).toEqual(["204", ...Array(9).fill("400 InvalidInvite")]);
      const logins = await Promise.all(
        emails.map((email) => server.client.post("/auth/session/login", { email, password })),
      );
      expect(logins.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await invite("last")).toMatchObject({ uses: 1 });
    });
  });

  describe(`closed registration on ${engine}`, () => {
    test("refuses registrations, but not logins", async () => {
      const home = await newHome(engine);
      const before = await openServer(engine, { home });
      const { email, id } = await newAccount(before);
      await before.stop();
      const server = await openServer(engine, { home, config: { registration: "closed" } });
      const late = newEmail();
      const response = await server.client.post("/auth/account/create", {
        email: late,
        password,
        invite: "any",
      });
      expectFailure(response, 400, "FeatureDisabled", { feature: "registration" });
      expect((await server.client.post("/auth/session/login", { email: late, password })).status).toBe(401);
      expect((await logIn(server, email)).id).toBe(id);
      expect((await server.client.get("/")).body.features.invite_only).toBe(false);
      await server.stop();
      home.remove();
    });
  });
}
