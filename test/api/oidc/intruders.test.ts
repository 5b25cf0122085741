import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRecoveryLink, requireAccount } from "../../../src/domains/accounts/index.ts";
import { insertIdentity, listIdentities } from "../../../src/domains/oidc/store/identities.ts";
import { findUser } from "../../../src/domains/users/index.ts";
import {
  type Mailing,
  mailsTo,
  moveAddress,
  newVerifiedAccount,
  openMailing,
} from "../../support/accounts/mailing.ts";
import { newTicket, type Person } from "../../support/accounts/people.ts";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { enter, setProviderKeys } from "../../support/oidc/groups.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt, signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import type { TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

const chosen = "chosen by the owner";

describe.each([...anyEngine])("identities that an intruder linked, on %s", (engine) => {
  let provider: IdentityProvider;
  let mailing: Mailing;
  let server: TestServer;
  beforeAll(async () => {
    provider = await openIdentityProvider();
    const scopes = ["openid", "profile", "email", "groups"];
    const groups = { scopes, groups_claim: "groups", operator_groups: ["chat-admins"] };
    mailing = await openMailing(engine, { config: configFor(provider, groups) });
    server = mailing.server;
  });
  afterAll(async () => {
    await mailing[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  let count = 0;
  const become = async (groups: string[] = []) => {
    const sub = `intruder-${++count}`;
    await provider.become({ sub, email: `${sub}@example.org`, email_verified: true, groups });
  };
  /** Links the identity of the user who is signed in at the provider. */
  const link = async (owner: Person, ticket?: string) => {
    const as = { token: owner.token, ticket: ticket ?? (await newTicket(server, owner)) };
    const { link: token } = await provenAt(server, "link", as);
    const { status, body } = await server.client.post("/auth/oidc/identities", { token }, owner);
    expect(status).toBe(200);
    return body._id as string;
  };
  const linked = async ({ id }: Person) =>
    (await server.running.store.read((db) => listIdentities(db, id))).map((identity) => identity.id);
  const isLoggedIn = async (token: string) =>
    (await server.client.get("/auth/account", { token })).status === 200;
  const isOperator = async ({ id }: Person) =>
    (await server.running.store.read((db) => findUser(db, id)))?.privileged === 1;
  const undo = (token: string) =>
    server.client.post("/auth/account/change/email/undo", { token, password: chosen });
  const entersOther = async ({ id }: Person) => (await enter(server)).user_id !== id;

  test("are gone with their sessions, tickets and groups when a change of the address is undone", async () => {
    const owner = await newVerifiedAccount(mailing);
    await server.client.post("/onboard/complete", { username: `owner${++count}` }, owner);
    const { undo: code } = await moveAddress(mailing, owner);
    await become(["chat-admins"]);
    await link(owner);
    const session = await enter(server);
    expect(session.user_id).toBe(owner.id);
    expect(await isOperator(owner)).toBe(true);
    const { ticket } = await signInWith(server);
    expect(outcome(await undo(code))).toBe("204");
    expect(await linked(owner)).toEqual([]);
    expect(await isOperator(owner)).toBe(false);
    expect(await isLoggedIn(session.token)).toBe(false);
    expectFailure(
      await server.client.post("/auth/session/login", { mfa_ticket: ticket }),
      401,
      "InvalidToken",
    );
    expect(await entersOther(owner)).toBe(true);
  });

  test("are told apart from earlier ones if the account had a second factor", async () => {
    const owner = await newVerifiedAccount(mailing);
    await become();
    const earlier = await link(owner);
    await turnOnTotp(server, owner);
    server.clock.advance(minutes(1));
    const { undo: code } = await moveAddress(mailing, owner);
    await server.running.store.write(async (tx) => {
      const [identity] = await listIdentities(tx, owner.id);
      const later = { id: tx.services.ids.next(), subject: "later", created_at: tx.services.clock.now() };
      if (identity) await insertIdentity(tx, { ...identity, ...later });
    });
    expect(await linked(owner)).toHaveLength(2);
    expect(outcome(await undo(code))).toBe("204");
    expect(await linked(owner)).toEqual([earlier]);
  });

  test("are removed with the second factor, by a recovery link and by the command", async () => {
    const [first, second] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
    await become();
    await link(first);
    const url = await server.running.store.write(async (tx) => {
      const account = await requireAccount(tx, first.id);
      return (await createRecoveryLink(tx, account, { removesSecondFactor: true })).link;
    });
    const token = new URL(url).pathname.split("/").at(-1);
    const reset = await server.client.patch("/auth/account/reset_password", { token, password: chosen });
    expect(outcome(reset)).toBe("204");
    expect(await linked(first)).toEqual([]);
    await become();
    await link(second);
    const session = await enter(server);
    await runCommand(server, "accounts", "remove-second-factor", second.email);
    expect(await linked(second)).toEqual([]);
    expect(await isLoggedIn(session.token)).toBe(false);
    // Without a password, they are the only way to log in.
    await become();
    const { token: own, user_id: id } = await enter(server);
    const { confirmation = "" } = await provenAt(server, "confirm", { token: own });
    await turnOnTotp(server, { token: own }, confirmation);
    await runCommand(server, "accounts", "remove-second-factor", id);
    expect(await linked({ ...second, id })).toHaveLength(1);
    await expect(runCommand(server, "accounts", "remove-second-factor", id)).rejects.toThrow(
      "has no second factor",
    );
  });

  test("are listed and removed by commands, with the sessions that began with them", async () => {
    const owner = await newVerifiedAccount(mailing);
    await become();
    const id = await link(owner);
    const session = await enter(server);
    expect(await runCommand(server, "accounts", "identities", owner.email)).toMatchObject([
      { id, provider: "acme", issuer: provider.issuer, label: `intruder-${count}@example.org` },
    ]);
    const other = await newVerifiedAccount(mailing);
    await expect(runCommand(server, "accounts", "unlink", other.email, id)).rejects.toThrow(
      "the account has no identity with the id",
    );
    await runCommand(server, "accounts", "unlink", owner.email, id);
    expect(await runCommand(server, "accounts", "identities", owner.email)).toEqual([]);
    expect(await isLoggedIn(session.token)).toBe(false);
    expect(await isLoggedIn(owner.token)).toBe(true);
  });

  test("are announced to the owner, once, even if notices are turned off", async () => {
    const owner = await newVerifiedAccount(mailing);
    const off = { notify_new_devices: false };
    const ticket = await newTicket(server, owner);
    const notices = await server.client.patch("/auth/account/sign_ins", off, {
      token: owner.token,
      ticket,
    });
    expect(outcome(notices)).toBe("204");
    await become();
    for (const _ of [1, 2]) await link(owner);
    const told = async () =>
      (await mailsTo(mailing, owner.email)).filter(({ text }) => text.includes("An identity of"));
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Acme, intruder-${count}@example.org, `);
    expect(mail?.text).toContain(`${server.running.services.urls.app}/settings/account`);
    setProviderKeys(server, { link_by_email: true });
    await provider.become({ sub: `intruder-${++count}`, email: owner.email, email_verified: true });
    expect((await enter(server)).user_id).toBe(owner.id);
    expect(await told()).toHaveLength(2);
  });
});
