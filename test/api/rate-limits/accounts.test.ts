import { describe, expect, test } from "bun:test";
import { createTicket } from "../../../src/domains/accounts/actions/tickets.ts";
import { newVerifiedAccount, openMailing, waitForCode } from "../../support/accounts/mailing.ts";
import { logIn, newUser, password } from "../../support/accounts/people.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { hours } from "../../support/server/test-clock.ts";

/** One process counts by the clock of the test; several count in PostgreSQL. */
const alone = { nodes: 1 };

const ratelimits = { enabled: true, auth: 10_000, any: 10_000, total: 0, total_address: 0, account: 20 };
const config = { trusted_proxies: ["127.0.0.1"], ratelimits };
const wrong = "not the password 1";

const from = (host: number) => ({ headers: { "x-forwarded-for": `203.0.113.${host}` } });

/** Logs in with a wrong password from many addresses; returns how many attempts were not answered with 429. */
async function countAttempts({ client }: TestServer, email: string, attempts = 25): Promise<number> {
  let admitted = 0;
  for (let host = 1; host <= attempts; host++) {
    const { status } = await client.post("/auth/session/login", { email, password: wrong }, from(host));
    if (status !== 429) admitted++;
  }
  return admitted;
}

describe.each([...anyEngine])("the rate limit of one account on %s", (engine) => {
  test("bounds the logins from all addresses together, whether or not the account exists", async () => {
    await using server = await openServer(engine, { ...alone, config });
    const { email } = await newUser(server);
    server.clock.advance(hours(1));
    expect(await countAttempts(server, email)).toBe(20);
    expect(await countAttempts(server, "nobody@example.com")).toBe(20);
    const ticketed = { email, password: wrong, mfa_ticket: "none" };
    expect((await server.client.post("/auth/session/login", ticketed, from(98))).status).toBe(429);
    const other = await newUser(server);
    expect((await logIn(server, other.email)).id).toBe(other.id);

    const spelled = { email: email.toUpperCase(), password: wrong };
    const refused = await server.client.post("/auth/session/login", spelled, from(99));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ retry_after: Number(refused.headers.get("x-ratelimit-reset-after")) });
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    server.clock.advance(hours(1));
    expect((await server.client.post("/auth/session/login", { email, password }, from(99))).status).toBe(200);
  });

  test("leaves the headers of the bucket alone until it refuses", async () => {
    await using server = await openServer(engine, { ...alone, config });
    const { headers } = await server.client.post("/auth/session/login", { email: "a@b.c", password: wrong });
    expect(headers.get("x-ratelimit-limit")).toBe("10000");
  });

  test("cannot be used up from one address", async () => {
    await using server = await openServer(engine, { ...alone, config });
    const { email } = await newUser(server);
    server.clock.advance(hours(1));
    const attempt = () => server.client.post("/auth/session/login", { email, password: wrong }, from(7));
    const statuses: number[] = [];
    for (let attempts = 0; attempts < 30; attempts++) statuses.push((await attempt()).status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(2);
    expect((await server.client.post("/auth/session/login", { email, password }, from(8))).status).not.toBe(
      429,
    );
  });

  test("does not keep out a client that has a session of the account", async () => {
    await using server = await openServer(engine, { ...alone, config });
    const [person, stranger] = [await newUser(server), await newUser(server)];
    server.clock.advance(hours(1));
    expect(await countAttempts(server, person.email)).toBe(20);
    const attempt = (token: string) =>
      server.client.post("/auth/session/login", { email: person.email, password }, { ...from(99), token });
    expect((await attempt(stranger.token)).status).toBe(429);
    expect((await attempt(person.token)).status).not.toBe(429);
  });

  test("bounds proofs with a ticket, and those with a session", async () => {
    await using server = await openServer(engine, { ...alone, config });
    const { client, running } = server;
    const person = await newUser(server);
    server.clock.advance(hours(1));
    const newTicket = async () => (await running.store.write((tx) => createTicket(tx, person.id))).token;
    const proof = { password: wrong };
    const ways: [name: string, prove: (host: number) => Promise<ApiResponse>][] = [
      [
        "a login with a ticket",
        async (host) =>
          client.post(
            "/auth/session/login",
            { mfa_ticket: await newTicket(), mfa_response: proof },
            from(host),
          ),
      ],
      [
        "an MFA ticket for a ticket",
        async (host) => client.put("/auth/mfa/ticket", proof, { ...from(host), ticket: await newTicket() }),
      ],
      [
        "an MFA ticket for a session",
        (host) => client.put("/auth/mfa/ticket", proof, { ...from(host), token: person.token }),
      ],
    ];
    for (const [name, prove] of ways) {
      let admitted = 0;
      for (let host = 1; host <= 25; host++) if ((await prove(host)).status !== 429) admitted++;
      expect([name, admitted]).toEqual([name, 20]);
    }
  });

  test("bounds requests for a password reset, and resets with one code", async () => {
    await using mailing = await openMailing(engine, { config });
    const { client, clock } = mailing.server;
    const { email } = await newVerifiedAccount(mailing);
    clock.advance(hours(1));
    const request = async (to: string, host: number) =>
      (await client.post("/auth/account/reset_password", { email: to }, from(host))).status;
    expect(await request(email, 1)).toBe(204);
    const token = await waitForCode(mailing, email, "login/reset");
    const body = { token, password: "short" };
    const resets: number[] = [];
    for (let host = 1; host <= 25; host++)
      resets.push((await client.patch("/auth/account/reset_password", body, from(host))).status);
    expect(resets).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
    for (const to of [email, "nobody@example.com"]) {
      let accepted = to === email ? 1 : 0;
      for (let host = 2; host <= 26; host++) if ((await request(to, host)) === 204) accepted++;
      expect([to, accepted]).toEqual([to, 20]);
    }
  });

  test("is off with 0", async () => {
    await using server = await openServer(engine, {
      config: { ...config, ratelimits: { ...ratelimits, account: 0 } },
    });
    expect(await countAttempts(server, "nobody@example.com", 30)).toBe(30);
  });
});
