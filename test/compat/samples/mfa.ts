import { newAccount, newTicket, password } from "../../support/people.ts";
import { newRecoveryCodes, newTotpTicket, totpCode, turnOnTotp } from "../../support/second-factor.ts";
import type { Samples, Scene } from "./sample.ts";

/** With and without a second factor, a question gets two answers. */
async function bothKinds({ server }: Scene) {
  const plain = await newAccount(server);
  const guarded = await newAccount(server);
  const secret = await turnOnTotp(server, guarded);
  await newRecoveryCodes(server, guarded, await newTotpTicket(server, guarded, secret));
  return { plain, guarded, secret };
}

export const mfaSamples: Samples = {
  "PUT /auth/mfa/ticket": async (scene) => {
    const { client, clock } = scene.server;
    const { plain, guarded, secret } = await bothKinds(scene);
    const byPassword = await client.put("/auth/mfa/ticket", { password }, { token: plain.token });
    const code = { totp_code: totpCode(secret, clock.now()) };
    return [byPassword, await client.put("/auth/mfa/ticket", code, { token: guarded.token })];
  },
  "GET /auth/mfa/": async (scene) => {
    const { plain, guarded } = await bothKinds(scene);
    const { client } = scene.server;
    return [await client.get("/auth/mfa/", plain), await client.get("/auth/mfa/", guarded)];
  },
  "GET /auth/mfa/methods": async (scene) => {
    const { plain, guarded } = await bothKinds(scene);
    const { client } = scene.server;
    return [await client.get("/auth/mfa/methods", plain), await client.get("/auth/mfa/methods", guarded)];
  },
  "POST /auth/mfa/recovery": async (scene) => {
    const { server } = scene;
    const { plain, guarded, secret } = await bothKinds(scene);
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
