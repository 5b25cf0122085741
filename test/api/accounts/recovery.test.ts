import { beforeAll, expect, test } from "bun:test";
import {
  createRecoveryLink,
  disableAccount,
  purgeAccount,
  requireAccount,
} from "../../../src/domains/accounts/index.ts";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { findRecoveryLink } from "../../../src/domains/accounts/store/recovery-links.ts";
import { digestToken } from "../../../src/platform/secrets/vault.ts";
import { newAccount, newUser, type Person, password } from "../../support/accounts/people.ts";
import {
  newRecoveryCodes,
  newTotpTicket,
  toMiddleOfStep,
  turnOnTotp,
} from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { days, minutes } from "../../support/server/test-clock.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const chosen = "chosen by the owner";

describeServer("recovery links", anyEngine, (server) => {
  beforeAll(async () => {
    toMiddleOfStep(server);
  });

  const linkFor = ({ id }: Pick<Person, "id">, removesSecondFactor = false) =>
    server.running.store.write(async (tx) => {
      const { link } = await createRecoveryLink(tx, await requireAccount(tx, id), { removesSecondFactor });
      return new URL(link);
    });
  const codeOf = ({ pathname }: URL) => pathname.slice("/login/reset/".length);
  const newCode = async (person: Pick<Person, "id">, removesSecondFactor = false) =>
    codeOf(await linkFor(person, removesSecondFactor));
  const use = (token: string, more: object = {}) =>
    server.client.patch("/auth/account/reset_password", { token, password: chosen, ...more });
  const login = ({ email }: Pick<Person, "email">, secret = chosen) =>
    server.client.post("/auth/session/login", { email, password: secret });
  const isLoggedIn = async ({ token }: Person) =>
    (await server.client.get("/auth/account", { token })).status === 200;
  const stored = (code: string) => server.running.store.read((db) => findRecoveryLink(db, digestToken(code)));

  test("set a new password once, and end all sessions whatever the client asks for", async () => {
    const person = await newUser(server);
    const { stream } = await openReadyStream(server, person);
    const link = await linkFor(person);
    const code = codeOf(link);
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({ email: person.email });
    expect(code).toMatch(/^[\w-]{32}$/);
    expect(JSON.stringify(await stored(code))).not.toContain(code);
    // The link alone does nothing: neither does a password that is refused.
    expectFailure(await use(code, { password: "short" }), 400, "ShortPassword");
    expect(await isLoggedIn(person)).toBe(true);

    expect(outcome(await use(code, { remove_sessions: false }))).toBe("204");
    await stream.closed;
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    expect(await isLoggedIn(person)).toBe(false);
    expect((await login(person)).body).toMatchObject({ result: "Success", user_id: person.id });
    expectFailure(await login(person, password), 401, "InvalidCredentials");
    expectFailure(await use(code), 401, "InvalidToken");
  });

  test("keep the second factor, unless they were made to remove it", async () => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    await newRecoveryCodes(server, person, await newTotpTicket(server, person, secret));
    expect(outcome(await use(await newCode(person)))).toBe("204");
    expect((await login(person)).body).toMatchObject({
      result: "MFA",
      allowed_methods: ["Totp", "Recovery"],
    });
    const link = await linkFor(person, true);
    expect(new URLSearchParams(link.hash.slice(1)).get("removes")).toBe("second-factor");
    expect(outcome(await use(codeOf(link)))).toBe("204");
    const { body } = await login(person);
    expect(body.result).toBe("Success");
    expect((await server.client.get("/auth/mfa", body)).body).toMatchObject({
      totp_mfa: false,
      recovery_active: false,
    });
  });

  test("give a password to an account that has none", async () => {
    const person = await newAccount(server);
    await server.running.store.write((tx) => updateAccount(tx, person.id, { password_hash: "" }));
    expectFailure(await login(person, password), 401, "InvalidCredentials");
    expect(outcome(await use(await newCode(person)))).toBe("204");
    expect((await login(person)).body.user_id).toBe(person.id);
  });

  test("work for a day, and a job removes what is left of them", async () => {
    const [early, late] = [await newAccount(server), await newAccount(server)];
    const [first, second] = [await newCode(early), await newCode(late)];
    server.clock.advance(days(1) - minutes(1));
    expect(outcome(await use(first))).toBe("204");
    server.clock.advance(minutes(1));
    expectFailure(await use(second), 401, "InvalidToken");
    await server.drain();
    expect((await login(late, password)).body.result).toBe("Success");
  });

  test("end with a newer one, a new password, and the end of the account", async () => {
    const person = await newAccount(server);
    const older = await newCode(person);
    const newer = await newCode(person);
    expectFailure(await use(older), 401, "InvalidToken");
    const change = { password: chosen, current_password: password };
    expect(outcome(await server.client.patch("/auth/account/change/password", change, person))).toBe("204");
    expectFailure(await use(newer), 401, "InvalidToken");
    for (const end of [disableAccount, purgeAccount]) {
      const code = await newCode(person);
      await server.running.store.write((tx) => end(tx, person.id));
      expectFailure(await use(code), 401, "InvalidToken");
    }
  });

  test("used twice at once work once", async () => {
    const code = await newCode(await newAccount(server));
    const replies = await Promise.all([use(code), use(code), use(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  });

  test("are not guessed: the digest, or a part of the code, is not the code", async () => {
    const code = await newCode(await newAccount(server));
    for (const guess of [digestToken(code), code.slice(1), code.toUpperCase(), "", " "])
      expect((await use(guess)).status).not.toBe(204);
    expect(await stored(code)).toBeDefined();
  });
});
