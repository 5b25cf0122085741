import type { Samples } from "../../compat/sample.ts";
import { logIn, newAccount, newTicket, password } from "../../support/accounts/people.ts";
import { newRecoveryCodes, newTotpTicket, turnOnTotp } from "../../support/accounts/second-factor.ts";

export const samples: Samples = {
  "POST /auth/session/login": async ({ server }) => {
    const { client } = server;
    const plain = await newAccount(server);
    const login = { email: plain.email, password, friendly_name: null };
    const success = await client.post("/auth/session/login", login);

    const guarded = await newAccount(server);
    const secret = await turnOnTotp(server, guarded);
    const challenge = await client.post("/auth/session/login", { email: guarded.email, password });
    const [code = ""] = await newRecoveryCodes(server, guarded, await newTotpTicket(server, guarded, secret));
    const second = {
      mfa_ticket: challenge.body.ticket,
      mfa_response: { recovery_code: code },
      friendly_name: "phone",
    };
    const bySecondFactor = await client.post("/auth/session/login", second);

    const ticket = await newTicket(server, plain);
    await client.post("/auth/account/disable", {}, { token: plain.token, ticket });
    const disabled = await client.post("/auth/session/login", login);
    return [success, challenge, bySecondFactor, disabled];
  },
  "POST /auth/session/logout": async ({ server }) => {
    const { token } = await newAccount(server);
    return [await server.client.post("/auth/session/logout", {}, { token })];
  },
  "GET /auth/session/all": async ({ server }) => {
    const { token, email } = await newAccount(server);
    await logIn(server, email);
    return [await server.client.get("/auth/session/all", { token })];
  },
  "DELETE /auth/session/all": async ({ server }) => {
    const { token } = await newAccount(server);
    return [
      await server.client.delete("/auth/session/all?revoke_self=false", {}, { token }),
      await server.client.delete("/auth/session/all?revoke_self=true", {}, { token }),
    ];
  },
  "PATCH /auth/session/{id}": async ({ server }) => {
    const { token, sessionId } = await newAccount(server);
    return [await server.client.patch(`/auth/session/${sessionId}`, { friendly_name: "laptop" }, { token })];
  },
  "DELETE /auth/session/{id}": async ({ server }) => {
    const { token, sessionId } = await newAccount(server);
    return [await server.client.delete(`/auth/session/${sessionId}`, {}, { token })];
  },
};
