import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { decodeTime } from "ulid";
import { password as knownPassword, newAccount } from "../support/accounts/people.ts";
import { turnOnTotp } from "../support/accounts/second-factor.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { addPasskey, newAuthenticator, signInWithPasskey } from "../support/passkeys/passkeys.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { anyEngine, preferPostgres } from "../support/run/thorough.ts";
import type { Engine, TestHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

async function logIn({ client }: TestServer, email: string, password: string) {
  const { body } = await client.post("/auth/session/login", { email, password });
  return { result: body.result ?? body.type, token: String(body.token ?? "") };
}

const isLoggedIn = async ({ client }: TestServer, token: string) =>
  (await client.get("/auth/account/", { token })).status === 200;

/** Opens a server with two accounts, so that each command can be run with both output formats. */
async function openWithTwo(engine: Engine) {
  const server = await openServer(engine);
  const [ann, bob] = [
    await newAccount(server, "ann@example.com"),
    await newAccount(server, "bob@example.com"),
  ];
  return {
    server,
    home: server.home,
    ids: [ann.id, bob.id] as const,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Runs one command with each output format, concurrently. */
const inBothFormats = (home: TestHome, command: string, [forTable, forJson]: [string[], string[]]) =>
  Promise.all([
    tableOf(home, "accounts", command, ...forTable),
    rowsOf(home, "accounts", command, ...forJson),
  ] as const);

describe.each([...preferPostgres])("ermine accounts on %s", (engine) => {
  test("create makes accounts that can log in, with a chosen or a generated password", async () => {
    await using server = await openServer(engine, { config: { registration: "closed" } });
    const { home } = server;
    const [[row], [json]] = await inBothFormats(home, "create", [
      ["Table@Example.com"],
      ["json@example.com"],
    ]);
    const chosen = await rowsOf(
      home,
      "accounts",
      "create",
      "chosen@example.com",
      "--password",
      knownPassword,
    );
    expect(Object.keys(row ?? {})).toEqual(["id", "email", "password"]);
    expect(Object.keys(json ?? {})).toEqual(["id", "email", "password"]);
    expect(chosen).toEqual([{ id: expect.any(String), email: "chosen@example.com" }]);
    expect((await logIn(server, "table@example.com", row?.password ?? "")).result).toBe("Success");
    expect((await logIn(server, "json@example.com", String(json?.password))).result).toBe("Success");
    expect((await logIn(server, "chosen@example.com", knownPassword)).result).toBe("Success");
  });

  test("list shows every account in both formats", async () => {
    await using server = await openServer(engine);
    const { home } = server;
    expect(await inBothFormats(home, "list", [[], []])).toEqual([[], []]);
    const people = [await newAccount(server), await newAccount(server)];
    const [table, rows] = await inBothFormats(home, "list", [[], []]);
    const expected = people.map(({ id, email }) => ({
      id,
      email,
      created: new Date(decodeTime(id)).toISOString(),
    }));
    // The server sends no mail, so nobody has verified an address.
    const flags = { verified: false, disabled: false, second_factor: false, deletion: "" };
    expect(rows).toEqual(expected.map((person) => ({ ...person, ...flags })));
    const words = { verified: "no", disabled: "no", second_factor: "no", deletion: "" };
    expect(table).toEqual(expected.map((person) => ({ ...person, ...words })));
  });
});

// Their queries are those of the API.
describe.each([...anyEngine])("ermine accounts on %s", (engine) => {
  test("disable ends sessions and refuses logins, by id and by address; enable allows logins again", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const { token } = await logIn(server, "ann@example.com", knownPassword);
    expect(await isLoggedIn(server, token)).toBe(true);
    const disabled = await inBothFormats(home, "disable", [["ANN@example.com"], [ids[1]]]);
    expect(disabled).toMatchObject([[{ id: ids[0], disabled: "yes" }], [{ id: ids[1], disabled: true }]]);
    expect(await isLoggedIn(server, token)).toBe(false);
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("Disabled");
    expect((await logIn(server, "bob@example.com", knownPassword)).result).toBe("Disabled");
    // Enabling lifts the lockout of these guesses as well.
    for (const _ of [1, 2, 3]) await logIn(server, "ann@example.com", "not the password");

    const enabled = await inBothFormats(home, "enable", [[ids[0]], ["bob@example.com"]]);
    expect(enabled).toMatchObject([[{ id: ids[0], disabled: "no" }], [{ id: ids[1], disabled: false }]]);
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("Success");
    expect((await logIn(server, "bob@example.com", knownPassword)).result).toBe("Success");
  });

  test("reset-password replaces the password and ends all sessions", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const { token } = await logIn(server, "ann@example.com", knownPassword);
    const another = "a passphrase of Bob's own";
    const [[row], json] = await inBothFormats(home, "reset-password", [
      ["ann@example.com"],
      ["bob@example.com", "--password", another],
    ]);
    expect(row).toEqual({
      id: ids[0],
      email: "ann@example.com",
      password: expect.stringMatching(/^\S{32}$/),
    });
    expect(json).toEqual([{ id: ids[1], email: "bob@example.com" }]);
    expect(await isLoggedIn(server, token)).toBe(false);
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("InvalidCredentials");
    expect((await logIn(server, "ann@example.com", row?.password ?? "")).result).toBe("Success");
    expect((await logIn(server, "bob@example.com", knownPassword)).result).toBe("InvalidCredentials");
    expect((await logIn(server, "bob@example.com", another)).result).toBe("Success");
  });

  test("sign-in prints a link that logs in once, and asks for the second factor", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const end = async () => {
      const [row] = await rowsOf(home, "accounts", "sign-in", "ann@example.com");
      expect(row).toMatchObject({ id: ids[0], email: "ann@example.com" });
      const link = new URL(String(row?.link));
      expect(link.pathname).toBe("/sign-in");
      return Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    };
    const use = (body: object) => server.client.post("/auth/session/login", body);
    const { ticket: mfa_ticket } = await end();
    const { body } = await use({ mfa_ticket });
    expect(body).toMatchObject({ result: "Success", user_id: ids[0] });
    expectFailure(await use({ mfa_ticket }), 401, "InvalidToken");
    await turnOnTotp(server, body);
    const { ticket, methods } = await end();
    expect(methods).toBe("Totp");
    expectFailure(await use({ mfa_ticket: ticket }), 401, "InvalidToken");
    await rowsOf(home, "accounts", "disable", "ann@example.com");
    const refused = await runErmine(home, ["accounts", "sign-in", "ann@example.com"]);
    expect(refused.stderr).toContain("the account is disabled");
  });

  test("recover prints a link that sets a new password once, and says why it cannot", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const { token } = await logIn(server, "ann@example.com", knownPassword);
    await turnOnTotp(server, { token });
    const recover = async (...more: string[]) => {
      const [row] = await rowsOf(home, "accounts", "recover", "ann@example.com", ...more);
      expect(row).toMatchObject({ id: ids[0], email: "ann@example.com", expires: expect.any(String) });
      return new URL(String(row?.link)).pathname.split("/").at(-1);
    };
    const password = "chosen by Ann";
    const use = (code: string | undefined) =>
      server.client.patch("/auth/account/reset_password", { token: code, password });
    const [older, newer] = [await recover(), await recover()];
    expectFailure(await use(older), 401, "InvalidToken");
    expect(await isLoggedIn(server, token)).toBe(true);
    expect((await use(newer)).status).toBe(204);
    expect(await isLoggedIn(server, token)).toBe(false);
    expect((await logIn(server, "ann@example.com", password)).result).toBe("MFA");
    expect((await use(await recover("--remove-second-factor"))).status).toBe(204);
    expect((await logIn(server, "ann@example.com", password)).result).toBe("Success");
    await rowsOf(home, "accounts", "disable", "ann@example.com");
    const refused = await runErmine(home, ["accounts", "recover", "ann@example.com"]);
    expect(refused.stderr).toContain("the account is disabled");
  });

  test("remove-second-factor lets somebody in by password, and ends all sessions", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const { token } = await logIn(server, "ann@example.com", knownPassword);
    await turnOnTotp(server, { token });
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("MFA");
    expect(await rowsOf(home, "accounts", "remove-second-factor", "ann@example.com")).toMatchObject([
      { id: ids[0], second_factor: false },
    ]);
    expect(await isLoggedIn(server, token)).toBe(false);
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("Success");
    const again = await logIn(server, "ann@example.com", knownPassword);
    const { body: proof } = await server.client.put("/auth/mfa/ticket", { password: knownPassword }, again);
    const authenticator = newAuthenticator(server);
    await addPasskey(server, again, { authenticator, ticket: proof.token, second_factor: true });
    expect(await rowsOf(home, "accounts", "list")).toMatchObject([{ second_factor: true }, {}]);
    const isRecoverable = async (as: { token: string }) =>
      (await server.client.get("/auth/mfa", as)).body.recovery_active;
    expect(await isRecoverable(again)).toBe(true);
    await rowsOf(home, "accounts", "remove-second-factor", "ann@example.com");
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401);
    const last = await logIn(server, "ann@example.com", knownPassword);
    expect(last.result).toBe("Success");
    // Whoever has an old code must not get past the next second factor with it.
    expect(await isRecoverable(last)).toBe(false);
    const { code, stderr } = await runErmine(home, ["accounts", "remove-second-factor", ids[1]]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("bob@example.com has no second factor")]);
  });

  test("delete purges account and user", async () => {
    await using accounts = await openWithTwo(engine);
    const { server, home, ids } = accounts;
    const { token } = await logIn(server, "ann@example.com", knownPassword);
    await server.client.post("/onboard/complete", { username: "AnnTheFirst" }, { token });
    const deleted = await inBothFormats(home, "delete", [["ann@example.com"], [ids[1]]]);
    expect(deleted).toMatchObject([[{ deletion: "deleted" }], [{ deletion: "deleted", disabled: true }]]);
    expect((await logIn(server, "ann@example.com", knownPassword)).result).toBe("InvalidCredentials");
    expect(await isLoggedIn(server, token)).toBe(false);
    const [accountRows, sessionRows, userRows] = await Promise.all(
      ["accounts", "sessions", "users"].map((table) => allOf(server, table)),
    );
    expect(JSON.stringify(accountRows)).not.toMatch(/ann@|bob@|argon/);
    expect(sessionRows).toEqual([]);
    expect(userRows).toMatchObject([{ id: ids[0], username: `Deleted User ${ids[0]}` }]);
    expect(await rowsOf(home, "accounts", "create", "ann@example.com")).toHaveLength(1);
  });
});

async function allOf({ running }: TestServer, table: string): Promise<unknown[]> {
  return running.store.read((db) => db.sql<Record<string, object>>().selectFrom(table).selectAll().execute());
}
