import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { disableAccount } from "../../../src/domains/accounts/index.ts";
import {
  type Mailing,
  mailsTo,
  moveAddress,
  newVerifiedAccount,
  openMailing,
} from "../../support/accounts/mailing.ts";
import { logIn, newEmail, newTicket, type Person, password } from "../../support/accounts/people.ts";
import { newTotpTicket, nextCode, toMiddleOfStep, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import {
  addPasskey,
  newAuthenticator,
  newPasskey,
  newPasskeyTicket,
  signInWithPasskey,
} from "../../support/passkeys/passkeys.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { days, minutes } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const chosen = "chosen by the owner";

for (const engine of anyEngine) {
  describe(`undoing a change of the address on ${engine}`, () => {
    let mailing: Mailing;
    let server: TestServer;
    beforeAll(async () => {
      mailing = await openMailing(engine);
      server = mailing.server;
      toMiddleOfStep(server);
    });
    afterAll(() => mailing[Symbol.asyncDispose]());

    const undo = (token: string, secret = chosen) =>
      server.client.post("/auth/account/change/email/undo", { token, password: secret });
    const login = (email: string, secret = password) =>
      server.client.post("/auth/session/login", { email, password: secret });
    const isLoggedIn = async (token: string) =>
      (await server.client.get("/auth/account", { token })).status === 200;

    test("the old address learns of the change, and its link brings the account back", async () => {
      const person = await newVerifiedAccount(mailing);
      const moved = await moveAddress(mailing, person);
      const [mail] = await mailsTo(mailing, person.email);
      expect(mail?.text).toContain("Your account now has another e-mail address");
      // Whoever reads the old mailbox, and is not the owner, does not learn the new address.
      expect(mail?.text).not.toContain(moved.email);
      await using events = await recordEvents(server, "all");

      expect(outcome(await undo(moved.undo))).toBe("204");
      expect((await login(person.email, chosen)).body.user_id).toBe(person.id);
      expectFailure(await login(person.email), 401, "InvalidCredentials");
      expectFailure(await login(moved.email, chosen), 401, "InvalidCredentials");
      expect(await isLoggedIn(person.token)).toBe(false);
      expect(events.received).toMatchObject([
        { payload: { event_type: "DeleteAllSessions", user_id: person.id } },
      ]);
      expectFailure(await undo(moved.undo), 401, "InvalidToken");
      // The address is free for others again.
      expect((await newVerifiedAccount(mailing, moved.email)).id).not.toBe(person.id);
    });

    test("the link works for a day", async () => {
      const [early, late] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      const [first, second] = [await moveAddress(mailing, early), await moveAddress(mailing, late)];
      server.clock.advance(days(1) - minutes(1));
      expect(outcome(await undo(first.undo))).toBe("204");
      server.clock.advance(minutes(1));
      expectFailure(await undo(second.undo), 401, "InvalidToken");
      await server.drain();
      expect((await login(second.email)).body.user_id).toBe(late.id);
    });

    test("a refused password leaves the link valid", async () => {
      const { undo: code } = await moveAddress(mailing, await newVerifiedAccount(mailing));
      expectFailure(await undo(code, "short"), 400, "ShortPassword");
      expectFailure(await undo(code, "12345678"), 400, "CompromisedPassword");
      const clicks = await Promise.all([undo(code), undo(code), undo(code)]);
      expect(clicks.map(outcome).sort()).toEqual(["204", "401 InvalidToken", "401 InvalidToken"]);
    });

    test("works whatever the intruder did after the change", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { email, undo: code } = await moveAddress(mailing, owner);
      const intruder = await logIn(server, email);
      const { client } = server;
      const change = { password: "chosen by the intruder", current_password: password };
      await client.patch("/auth/account/change/password", change, { token: intruder.token });
      const ticketOf = async () => {
        const proof = { password: change.password };
        return (await client.put("/auth/mfa/ticket", proof, { token: intruder.token })).body.token;
      };
      const { body } = await client.post(
        "/auth/mfa/totp",
        {},
        { token: intruder.token, ticket: await ticketOf() },
      );
      const totp_code = nextCode(server, body.secret);
      await client.put("/auth/mfa/totp", { totp_code }, { token: intruder.token });
      const ticket = await newTotpTicket(server, intruder, body.secret);
      await client.post("/auth/account/delete", {}, { token: intruder.token, ticket });
      const confirmation = (await mailing.inbox.waitFor(email, /\/delete\//)).text.match(
        /delete\/(\S+)/,
      )?.[1];
      expect((await client.put("/auth/account/delete", { token: confirmation })).status).toBe(204);

      expect(outcome(await undo(code))).toBe("204");
      expect((await login(owner.email, chosen)).body).toMatchObject({ result: "Success", user_id: owner.id });
      server.clock.advance(days(8));
      await server.drain();
      expect((await login(owner.email, chosen)).body.result).toBe("Success");
    });

    test("keeps the second factor that the account had before", async () => {
      const owner = await newVerifiedAccount(mailing);
      const secret = await turnOnTotp(server, owner);
      const { undo: code } = await moveAddress(mailing, owner);
      expect(outcome(await undo(code))).toBe("204");
      const { body } = await login(owner.email, chosen);
      expect(body.result).toBe("MFA");
      const mfa_response = { totp_code: nextCode(server, secret) };
      const second = await server.client.post("/auth/session/login", {
        mfa_ticket: body.ticket,
        mfa_response,
      });
      expect(second.body.result).toBe("Success");
    });

    test("removes the passkeys that whoever knew the password could have added", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { authenticator: earlier } = await newPasskey(server, owner);
      const { undo: code } = await moveAddress(mailing, owner);
      const { authenticator: later } = await newPasskey(server, owner);
      expect(outcome(await undo(code))).toBe("204");
      for (const passkey of [earlier, later])
        expectFailure(await signInWithPasskey(server, passkey), 401, "InvalidToken");
      expect((await login(owner.email, chosen)).body.result).toBe("Success");
    });

    test("with a second factor, removes the passkeys that were added since the change", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { authenticator: earlier } = await newPasskey(server, owner, { second_factor: true });
      server.clock.advance(minutes(1));
      const { undo: code } = await moveAddress(mailing, owner);
      const later = newAuthenticator(server);
      const ticket = await newPasskeyTicket(server, owner, earlier);
      await addPasskey(server, owner, { authenticator: later, ticket });
      expect(outcome(await undo(code))).toBe("204");
      expectFailure(await signInWithPasskey(server, later), 401, "InvalidToken");
      expect((await signInWithPasskey(server, earlier)).body.result).toBe("Success");
      expect((await login(owner.email, chosen)).body.result).toBe("MFA");
    });

    test("the first of several addresses prevails, and those after it cannot undo that", async () => {
      const owner = await newVerifiedAccount(mailing);
      const second = await moveAddress(mailing, owner);
      server.clock.advance(minutes(1));
      const third = await moveAddress(mailing, { ...owner, email: second.email });
      expect(outcome(await undo(third.undo, "chosen by the intruder"))).toBe("204");
      expect((await login(second.email, "chosen by the intruder")).body.result).toBe("Success");
      expect(outcome(await undo(second.undo))).toBe("204");
      expectFailure(await undo(third.undo), 401, "InvalidToken");
      expect((await login(owner.email, chosen)).body.user_id).toBe(owner.id);
    });

    test("an account that somebody registered with the old address and never verified gives way", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { undo: code } = await moveAddress(mailing, owner);
      await server.client.post("/auth/account/create", { email: owner.email, password: "of a stranger" });
      expect(outcome(await undo(code))).toBe("204");
      expect((await login(owner.email, chosen)).body.user_id).toBe(owner.id);
      expectFailure(await login(owner.email, "of a stranger"), 401, "InvalidCredentials");
    });

    test("an account that somebody verified with the old address keeps it", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { email, undo: code } = await moveAddress(mailing, owner);
      const other = await newVerifiedAccount(mailing, owner.email);
      expectFailure(await undo(code), 400, "OperationFailed");
      expect((await login(email)).body.user_id).toBe(owner.id);
      expect((await login(owner.email)).body.user_id).toBe(other.id);
      expect(await isLoggedIn(owner.token)).toBe(true);
    });

    test("the announcement is sent even if the mails to the old address are used up", async () => {
      const owner = await newVerifiedAccount(mailing);
      for (let count = 0; count < 6; count++)
        await server.client.post("/auth/account/reset_password", { email: owner.email });
      expect(await mailsTo(mailing, owner.email)).toHaveLength(5);
      const { undo: code } = await moveAddress(mailing, owner);
      expect(outcome(await undo(code))).toBe("204");
    });

    test("is no way around an operator who disabled the account", async () => {
      const { store } = server.running;
      const [before, after] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      const disable = ({ id }: Person) => store.write((tx) => disableAccount(tx, id));
      const { undo: code } = await moveAddress(mailing, before);
      await disable(before);
      expectFailure(await undo(code), 401, "InvalidToken");

      // A change that was begun before can still be finished, and undone: the account stays disabled.
      const target = newEmail();
      const change = { email: target, current_password: password };
      await server.client.patch("/auth/account/change/email", change, { token: after.token });
      await disable(after);
      const link = (await mailing.inbox.waitFor(target, /verify/)).text.match(/verify\/(\S+)/)?.[1];
      expect((await server.client.post(`/auth/account/verify/${link}`)).status).toBe(200);
      const late = (await mailing.inbox.waitFor(after.email, /undo/)).text.match(/undo\/(\S+)/)?.[1];
      expect(outcome(await undo(late ?? ""))).toBe("204");
      expect((await login(after.email, chosen)).body.result).toBe("Disabled");
    });

    test("an account that its owner's session disabled is enabled again", async () => {
      const owner = await newVerifiedAccount(mailing);
      const { undo: code } = await moveAddress(mailing, owner);
      const ticket = await newTicket(server, owner);
      await server.client.post("/auth/account/disable", {}, { token: owner.token, ticket });
      expect(outcome(await undo(code))).toBe("204");
      expect((await login(owner.email, chosen)).body.result).toBe("Success");
    });
  });
}
