import { expect, test } from "bun:test";
import { sendMail } from "../../../src/domains/accounts/jobs.ts";
import { listAccounts } from "../../../src/domains/accounts/store/accounts.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { logIn, newEmail, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const firstPage = { limit: 100, after: undefined };

const goodAddresses = [
  "plain@example.com",
  "no-dot@localhost",
  "first.last+tag@sub.example.com",
  "!#$%&'*+/=?^_`{|}~-@example.com",
  `${"l".repeat(64)}@example.com`,
  `long@${"d".repeat(63)}.com`,
  "inner-hyphen@ex-ample.com",
  "international@bücher.example",
  "literal@[127.0.0.1]",
  "literal6@[IPv6:::1]",
];

const badAddresses = [
  "",
  "no-at-sign",
  "@example.com",
  "+tag@example.com",
  ".+tag@example.com",
  "...@example.com",
  "nothing-after@",
  "two@signs@example.com",
  "a space@example.com",
  " leading@example.com",
  "trailing@example.com ",
  "umlaut-ä@example.com",
  '"quoted"@example.com',
  `${"l".repeat(65)}@example.com`,
  `long@${"d".repeat(64)}.com`,
  `long@${Array(70).fill("abc").join(".")}`,
  "empty@label..com",
  "dot@end.com.",
  "hyphen@-first.com",
  "hyphen@last-.com",
  "under@score_d.com",
  "literal@[not an address]",
  "line\nbreak@example.com",
];

describeServer("registration", anyEngine, (server) => {
  const create = (body: object) => server.client.post("/auth/account/create", body);
  const login = (email: string, secret = password) =>
    server.client.post("/auth/session/login", { email, password: secret });

  /** The accounts and the queued mails. */
  const readAccountsAndMails = () =>
    server.running.store.read(async (db) => ({
      accounts: await listAccounts(db, firstPage),
      mails: await db
        .sql<SystemTables>()
        .selectFrom("jobs")
        .selectAll()
        .where("name", "=", sendMail.name)
        .execute(),
    }));

  test("without mail an account can log in immediately, and no event is emitted", async () => {
    await using all = await recordEvents(server, "all");
    const email = newEmail();
    const response = await create({ email, password, invite: null, captcha: null });
    expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: undefined });
    const person = await logIn(server, email);
    expect(person.id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(await server.client.get("/auth/account/", { token: person.token })).toMatchObject({
      status: 200,
      body: { _id: person.id, email },
    });
    expect(all.received).toEqual([]);
  });

  test("checks the form of addresses", async () => {
    for (const email of goodAddresses) {
      expect([email, outcome(await create({ email, password }))]).toEqual([email, "204"]);
      expect([email, outcome(await login(email))]).toEqual([email, "200"]);
    }
    for (const email of badAddresses) {
      expect([email, outcome(await create({ email, password }))]).toEqual([email, "400 IncorrectData"]);
    }
    expectFailure(await create({ email: "x", password }), 400, "IncorrectData", { with: "email" });
  });

  test("spellings of one mailbox are one account, which keeps its own spelling", async () => {
    const email = "Ann.B.Example+chat@Mail.Example";
    await create({ email, password });
    const { token, id } = await logIn(server, email);
    expect((await server.client.get("/auth/account", { token })).body.email).toBe(email);
    for (const other of [
      "annbexample@mail.example",
      "a.n.n.b.example@MAIL.example",
      "ANNBEXAMPLE+2+3@mail.example",
    ]) {
      expect((await login(other)).body.user_id).toBe(id);
      expect((await create({ email: other, password: "another password" })).status).toBe(204);
      expectFailure(await login(other, "another password"), 401, "InvalidCredentials");
    }
    expectFailure(await login("annbexample@mail2.example"), 401, "InvalidCredentials");
  });

  test("spellings of one international domain are one domain", async () => {
    await create({ email: "one@bücher.example", password });
    const { body } = await login("one@bücher.example");
    for (const domain of [
      "BÜCHER.example",
      "xn--bcher-kva.example",
      "bücher.ｅxample",
      "bü\u00adcher.example",
    ]) {
      expect((await login(`one@${domain}`)).body.user_id).toBe(body.user_id);
    }
  });

  test("a taken address gets the same reply, and nothing changes", async () => {
    const email = newEmail();
    await create({ email, password });
    const { id } = await logIn(server, email);
    const before = await readAccountsAndMails();
    const secondResponse = await create({ email, password: "somebody else's" });
    expect({ status: secondResponse.status, body: secondResponse.body }).toEqual({
      status: 204,
      body: undefined,
    });
    expect(await readAccountsAndMails()).toEqual(before);
    expect((await logIn(server, email)).id).toBe(id);
    expectFailure(await login(email, "somebody else's"), 401, "InvalidCredentials");
  });

  test("requests for mail get the same reply, and nothing changes", async () => {
    const email = newEmail();
    await create({ email, password });
    const before = await readAccountsAndMails();
    for (const address of [email, newEmail()]) {
      for (const path of ["/auth/account/reverify", "/auth/account/reset_password"]) {
        const { status, body } = await server.client.post(path, { email: address });
        expect({ status, body }).toEqual({ status: 204, body: undefined });
      }
    }
    expect(await readAccountsAndMails()).toEqual(before);
  });

  test("of many concurrent registrations of one address, one succeeds", async () => {
    const email = newEmail();
    const secrets = Array.from({ length: 10 }, (_, index) => `a password ${index} of mine`);
    const responses = await Promise.all(secrets.map((secret) => create({ email, password: secret })));
    expect(responses.map(outcome)).toEqual(Array(10).fill("204"));
    const accounts = await server.running.store.read((db) => listAccounts(db, firstPage));
    expect(accounts.filter((account) => account.email === email)).toHaveLength(1);
  });

  test("checks passwords", async () => {
    const attempt = (secret: string) => create({ email: newEmail(), password: secret });
    expectFailure(await attempt("7 bytes"), 400, "ShortPassword");
    expectFailure(await attempt(""), 400, "ShortPassword");
    expectFailure(await attempt("12345678"), 400, "CompromisedPassword");
    expectFailure(await attempt("qwertyuiop"), 400, "CompromisedPassword");
    // The list is case-sensitive, the length counts bytes, and there is no maximum.
    for (const secret of ["qWeRtYuIoP", "éééé", "x7".repeat(5_000)]) {
      const email = newEmail();
      expect((await create({ email, password: secret })).status).toBe(204);
      expect((await login(email, secret)).body.result).toBe("Success");
      expectFailure(await login(email, `${secret}!`), 401, "InvalidCredentials");
    }
  });

  test("refuses bodies of another shape", async () => {
    const email = newEmail();
    for (const body of [
      {},
      { email },
      { password },
      { email: 1, password },
      { email, password: null },
      [],
      null,
    ]) {
      expectFailure(await create(body as object), 400, "FailedValidation", { error: expect.any(String) });
    }
    expectFailure(await server.client.post("/auth/account/create", "{"), 400, "FailedValidation", {
      error: expect.any(String),
    });
    expectFailure(await login(email), 401, "InvalidCredentials");
    expect((await create({ email, password, colour: "red" })).status).toBe(204);
  });
});
