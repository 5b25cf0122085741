import type { SampleContext, Samples } from "../../compat/sample.ts";
import { newAccount, newTicket, password } from "../../support/accounts/people.ts";
import {
  newRecoveryCodes,
  newTotpTicket,
  nextCode,
  totpCode,
  turnOnTotp,
} from "../../support/accounts/second-factor.ts";

/** Calls with and without a second factor, because the responses differ. */
async function bothKinds({ server }: SampleContext) {
  const plain = await newAccount(server);
  const guarded = await newAccount(server);
  const secret = await turnOnTotp(server, guarded);
  await newRecoveryCodes(server, guarded, await newTotpTicket(server, guarded, secret));
  return { plain, guarded, secret };
}

export const samples: Samples = {
  "PUT /auth/mfa/ticket": async (context) => {
    const { client } = context.server;
    const { plain, guarded, secret } = await bothKinds(context);
    const byPassword = await client.put("/auth/mfa/ticket", { password }, { token: plain.token });
    const code = { totp_code: nextCode(context.server, secret) };
    return [byPassword, await client.put("/auth/mfa/ticket", code, { token: guarded.token })];
  },
  "GET /auth/mfa/": async (context) => {
    const { plain, guarded } = await bothKinds(context);
    const { client } = context.server;
    return [await client.get("/auth/mfa/", plain), await client.get("/auth/mfa/", guarded)];
  },
  "GET /auth/mfa/methods": async (context) => {
    const { plain, guarded } = await bothKinds(context);
    const { client } = context.server;
    return [await client.get("/auth/mfa/methods", plain), await client.get("/auth/mfa/methods", guarded)];
  },
  "POST /auth/mfa/recovery": async (context) => {
    const { server } = context;
    const { plain, guarded, secret } = await bothKinds(context);
    const none = await newTicket(server, plain);
    const some = await newTotpTicket(server, guarded, secret);
    return [
      await server.client.post("/auth/mfa/recovery", {}, { token: plain.token, ticket: none }),
      await server.client.post("/auth/mfa/recovery", {}, { token: guarded.token, ticket: some }),
    ];
  },
  "PATCH /auth/mfa/recovery": async ({ server }) => {
    const person = await newAccount(server);
    const ticket = await newTicket(server, person);
    return [await server.client.patch("/auth/mfa/recovery", {}, { token: person.token, ticket })];
  },
  "POST /auth/mfa/totp": async ({ server }) => {
    const person = await newAccount(server);
    const ticket = await newTicket(server, person);
    return [await server.client.post("/auth/mfa/totp", {}, { token: person.token, ticket })];
  },
  "PUT /auth/mfa/totp": async ({ server }) => {
    const { client, clock } = server;
    const person = await newAccount(server);
    const ticket = await newTicket(server, person);
    const { body } = await client.post("/auth/mfa/totp", {}, { token: person.token, ticket });
    const code = { totp_code: totpCode(body.secret, clock.now()) };
    return [await client.put("/auth/mfa/totp", code, { token: person.token })];
  },
  "DELETE /auth/mfa/totp": async ({ server }) => {
    const person = await newAccount(server);
    const secret = await turnOnTotp(server, person);
    const ticket = await newTotpTicket(server, person, secret);
    return [await server.client.delete("/auth/mfa/totp", {}, { token: person.token, ticket })];
  },
};
