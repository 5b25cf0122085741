import { beforeAll, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newVerifiedAccount, openMailing, waitForCode } from "../../support/accounts/mailing.ts";
import { logIn, newAccount, newTicket, newUser, password } from "../../support/accounts/people.ts";
import { newRecoveryCodes, newTotpTicket, turnOnTotp } from "../../support/accounts/second-factor.ts";
import type { Client } from "../../support/http/client.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const ended = (user_id: string, session_id: string) => ({
  name: "Auth",
  payload: { event_type: "DeleteSession", user_id, session_id },
});
const allEnded = (user_id: string, exclude_session_id: string | null) => ({
  name: "Auth",
  payload: { event_type: "DeleteAllSessions", user_id, exclude_session_id },
});

describeServer("account events", anyEngine, (server, engine) => {
  let client: Client;
  beforeAll(async () => {
    client = server.client;
  });

  test("the end of a session is sent to its user only", async () => {
    const person = await newAccount(server);
    const bystander = await newAccount(server);
    const [second, third] = [await logIn(server, person.email), await logIn(server, person.email)];
    await using own = await recordEvents(server, [topic.private(person.id)]);
    await using others = await recordEvents(server, [topic.private(bystander.id), topic.user(person.id)]);

    await client.post("/auth/session/logout", {}, { token: second.token });
    expect(own.received).toEqual([ended(person.id, second.sessionId)]);
    await client.delete(`/auth/session/${third.sessionId}`, {}, { token: person.token });
    await client.delete(`/auth/session/${person.sessionId}`, {}, { token: person.token });
    expect(own.received).toEqual([second, third, person].map(({ sessionId }) => ended(person.id, sessionId)));
    expect(others.received).toEqual([]);
  });

  test("the end of all sessions names the session that stays open", async () => {
    const person = await newAccount(server);
    await using own = await recordEvents(server, [topic.private(person.id)]);
    await client.delete("/auth/session/all", {}, { token: person.token });
    await client.delete("/auth/session/all?revoke_self=true", {}, { token: person.token });
    expect(own.received).toEqual([allEnded(person.id, person.sessionId), allEnded(person.id, null)]);
  });

  test("disabling and deleting an account end all its sessions", async () => {
    for (const path of ["/auth/account/disable", "/auth/account/delete"]) {
      const person = await newAccount(server);
      await using all = await recordEvents(server, "all");
      await client.post(path, {}, { token: person.token, ticket: await newTicket(server, person) });
      expect(all.received).toEqual([allEnded(person.id, null)]);
    }
  });

  test("a deletion by mail emits its event when it is confirmed, a reset when it ends sessions", async () => {
    await using mailing = await openMailing(engine);
    const mailed = mailing.server.client;
    const person = await newVerifiedAccount(mailing);
    await using all = await recordEvents(mailing.server, "all");
    const reset = async (remove_sessions: boolean) => {
      await mailed.post("/auth/account/reset_password", { email: person.email });
      const token = await waitForCode(mailing, person.email, "login/reset");
      await mailed.patch("/auth/account/reset_password", { token, password, remove_sessions });
    };
    await reset(false);
    expect(all.received).toEqual([]);
    await reset(true);
    expect(all.received).toEqual([allEnded(person.id, null)]);

    const again = await logIn(mailing.server, person.email);
    const ticket = await newTicket(mailing.server, again);
    await mailed.post("/auth/account/delete", {}, { token: again.token, ticket });
    const token = await waitForCode(mailing, person.email, "delete");
    expect(all.received).toHaveLength(1);
    await mailed.put("/auth/account/delete", { token });
    expect(all.received).toEqual([allEnded(person.id, null), allEnded(person.id, null)]);
  });

  test("failed requests emit no event", async () => {
    const [person, other] = [await newAccount(server), await newAccount(server)];
    const { token } = person;
    const ticket = await newTicket(server, other);
    await using all = await recordEvents(server, "all");
    const responses = [
      await client.post("/auth/session/logout", {}, { token: "unknown" }),
      await client.delete("/auth/session/unknown", {}, { token }),
      await client.delete(`/auth/session/${other.sessionId}`, {}, { token }),
      await client.delete("/auth/session/all?revoke_self=maybe", {}, { token }),
      await client.delete("/auth/session/all", {}, { token: "unknown" }),
      await client.post("/auth/account/disable", {}, { token }),
      await client.post("/auth/account/disable", {}, { token, ticket }),
      await client.post("/auth/account/delete", {}, { token, ticket }),
      await client.put("/auth/account/delete", { token: "unknown" }),
      await client.patch("/auth/account/reset_password", {
        token: "unknown",
        password,
        remove_sessions: true,
      }),
    ];
    for (const { status } of responses) expect(status).toBeGreaterThanOrEqual(400);
    expect(all.received).toEqual([]);
  });

  test("requests that change no session emit no event", async () => {
    await using all = await recordEvents(server, "all");
    const person = await newUser(server);
    const { token } = person;
    await client.patch(`/auth/session/${person.sessionId}`, { friendly_name: "x" }, { token });
    await client.patch(
      "/auth/account/change/password",
      { password: `${password}!`, current_password: password },
      { token },
    );
    await client.patch(
      "/auth/account/change/password",
      { password, current_password: `${password}!` },
      { token },
    );
    await client.patch(
      "/auth/account/change/email",
      { email: `x${person.email}`, current_password: password },
      { token },
    );
    await newRecoveryCodes(server, person, await newTicket(server, person));
    const secret = await turnOnTotp(server, person);
    const ticket = await newTotpTicket(server, person, secret);
    expect((await client.delete("/auth/mfa/totp", {}, { token, ticket })).status).toBe(204);
    expect(all.received).toEqual([]);
  });
});
