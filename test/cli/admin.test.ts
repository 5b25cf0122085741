import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { userOfMachine } from "../../src/cli/user-of-machine.ts";
import type { AccountsTables } from "../../src/domains/accounts/index.ts";
import { logIn, newAccount, newUser, password } from "../support/accounts/people.ts";
import { newTotpTicket, nextCode, toMiddleOfStep, turnOnTotp } from "../support/accounts/second-factor.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(60_000);

type Printed = readonly Readonly<Record<string, unknown>>[];

const printedValue = (printed: Printed, name: string) =>
  String(printed.find(({ what }) => what === name)?.value ?? "");

/** Logs in with password and TOTP code, and proves the second factor again for the admin routes. */
async function useAdminApi(server: TestServer, email: string, printed: Printed, chosen?: string) {
  const { client } = server;
  const login = { email, password: chosen ?? printedValue(printed, "password") };
  const { body: first } = await client.post("/auth/session/login", login);
  expect(first).toMatchObject({ result: "MFA", allowed_methods: ["Totp", "Recovery"] });
  const secret = printedValue(printed, "totp_secret");
  const mfa_response = { totp_code: nextCode(server, secret) };
  const { body } = await client.post("/auth/session/login", { mfa_ticket: first.ticket, mfa_response });
  const ticket = await newTotpTicket(server, body, secret);
  expect((await client.post("/admin/confirm", {}, { token: body.token, ticket })).status).toBe(200);
  expect((await client.get("/admin/users", body)).status).toBe(200);
  return body;
}

describeServer(
  "ermine admin create",
  anyEngine,
  {
    config: { registration: "closed" },
  },
  (server) => {
    beforeAll(async () => {
      toMiddleOfStep(server);
    });

    test("makes the first operator, who logs in with the printed password and second factor", async () => {
      const printed = await rowsOf(server.home, "admin", "create", "Ann.Smith@example.com");
      const secret = printedValue(printed, "totp_secret");
      const text = (what: string, pattern: RegExp) => ({ what, value: expect.stringMatching(pattern) });
      expect(printed as unknown[]).toEqual([
        text("account", /^[0-9A-Z]{26}$/),
        { what: "email", value: "Ann.Smith@example.com" },
        text("name", /^Ann\.Smith#\d{4}$/),
        text("password", /^\S{32}$/),
        text("totp_secret", /^[A-Z2-7]{32}$/),
        {
          what: "totp_uri",
          value: `otpauth://totp/localhost:Ann.Smith?issuer=localhost&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
        },
        ...Array.from({ length: 10 }, () => text("recovery_code", /^[0-9a-z]{5}-[0-9a-z]{5}$/)),
      ]);
      const person = await useAdminApi(server, "ann.smith@example.com", printed);
      const { body: self } = await server.client.get("/users/@me", person);
      expect(self).toMatchObject({ username: "Ann.Smith", privileged: true });
      const { body: ticket } = await server.client.put(
        "/auth/mfa/ticket",
        { recovery_code: printedValue(printed, "recovery_code") },
        person,
      );
      expect(ticket.validated).toBe(true);

      const again = await runErmine(server.home, ["admin", "create", "annsmith@example.com", "--json"]);
      expect(again.code).toBe(0);
      expect(again.stderr).toMatch(/^Ann\.Smith#\d{4} is an operator\. .* keeps the second factor/);
      expect(JSON.parse(again.stdout)).toEqual(printed.slice(0, 3));
      await useAdminApi(server, "ann.smith@example.com", printed);

      const audit = await rowsOf(server.home, "audit", "--target", printedValue(printed, "account"));
      const recorded = { by: "command", actor: userOfMachine(), action: "admin create", details: "{}" };
      expect(audit).toMatchObject([recorded, recorded]);
    });

    test("takes a chosen name and password, and does not print the password", async () => {
      const words = ["bob@example.com", "--name", "Robert", "--password", password];
      const printed = await tableOf(server.home, "admin", "create", ...words);
      expect(printed.map(({ what }) => what)).not.toContain("password");
      expect(printedValue(printed, "name")).toMatch(/^Robert#/);
      await useAdminApi(server, "bob@example.com", printed, password);
      const audit = await rowsOf(server.home, "audit", "--target", printedValue(printed, "account"));
      expect(audit).toMatchObject([{ details: '{"name":"Robert"}' }]);
    });
  },
);

test("an account that there is keeps its password, its user and its sessions", async () => {
  await using server = await openServer("sqlite");
  toMiddleOfStep(server);
  const { client, home } = server;
  const [user, plain] = [await newUser(server, "Marten"), await newAccount(server)];
  const { stream } = await openReadyStream(server, user);
  const printed = await rowsOf(home, "admin", "create", user.email);
  expect(printed[0]).toEqual({ what: "account", value: user.id });
  expect(printed.map(({ what }) => what)).not.toContain("password");
  const told = await stream.next("UserUpdate");
  expect(told).toMatchObject({ id: user.id, data: { privileged: true } });
  expect((await client.get("/users/@me", user)).body).toMatchObject({ username: "Marten", privileged: true });
  await useAdminApi(server, user.email, printed, password);

  const onboarded = await rowsOf(home, "admin", "create", plain.email, "--name", "Plain");
  expect((await client.get("/users/@me", plain)).body).toMatchObject({ username: "Plain", privileged: true });
  await useAdminApi(server, plain.email, onboarded, password);

  const guarded = await newUser(server);
  const secret = await turnOnTotp(server, guarded);
  const { code, stdout } = await runErmine(home, ["admin", "create", guarded.email, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).map(({ what }: { what: string }) => what)).toEqual(["account", "email", "name"]);
  const ticket = await newTotpTicket(server, guarded, secret);
  expect((await client.post("/admin/confirm", {}, { token: guarded.token, ticket })).status).toBe(200);
});

test("what is refused changes nothing, and the message says what to do", async () => {
  await using server = await openServer("sqlite");
  const { home } = server;
  const ann = await newUser(server, "Ann");
  const [off, pending] = [await newAccount(server), await newAccount(server)];
  await rowsOf(home, "accounts", "disable", off.id);
  await server.running.store.write((tx) =>
    tx
      .sql<AccountsTables>()
      .updateTable("accounts")
      .set({ verification: "pending" })
      .where("id", "=", pending.id)
      .execute(),
  );
  const before = await stateOf(server);
  const refusals: [string[], string][] = [
    [["nobody"], "not an e-mail address: nobody"],
    [["new@example.com", "--password", "short"], "the password is too short"],
    [["admin@example.com"], "admin cannot be a username."],
    [["new@example.com", "--name", "a b"], "a b cannot be a username."],
    [[ann.email, "--name", "Anna"], `${ann.email} is called Ann#`],
    [[ann.email, "--password", password], `${ann.email} has an account, which keeps its password.`],
    [[off.email], `${off.email} is disabled. Run \`ermine accounts enable ${off.email}\` first.`],
    [[pending.email], `${pending.email} is registered but not verified.`],
  ];
  for (const [words, message] of refusals) {
    const { code, stdout, stderr } = await runErmine(home, ["admin", "create", ...words]);
    expect([code, stdout], words.join(" ")).toEqual([1, ""]);
    expect(stderr).toStartWith(message);
  }
  expect(await stateOf(server)).toEqual(before);
  await logIn(server, ann.email);
});

const stateOf = ({ running }: TestServer) =>
  running.store.read((db) =>
    Promise.all(
      ["accounts", "users", "operator_actions"].map((table) =>
        db.sql<Record<string, object>>().selectFrom(table).selectAll().execute(),
      ),
    ),
  );
