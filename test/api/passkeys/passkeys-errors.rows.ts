import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { newAccount, newTicket } from "../../support/accounts/people.ts";
import type { ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import {
  addPasskey,
  newAuthenticator,
  newPasskey,
  newPasskeyTicket,
} from "../../support/passkeys/passkeys.ts";
import type { TestServer } from "../../support/server/server.ts";

async function setUp(pool: ServerPool) {
  const server = await pool.server();
  const person = await newAccount(server);
  return { server, person, as: { token: person.token, ticket: await newTicket(server, person) } };
}

/** Begins to add passkeys to an account, and makes one for each. */
async function begun(server: TestServer, person: { token: string }, count: number) {
  const made = [];
  for (let number = 0; number < count; number++) {
    const as = { token: person.token, ticket: await newTicket(server, person) };
    const { body } = await server.client.post("/auth/passkeys/begin", {}, as);
    made.push({ name: "x", ...newAuthenticator(server).create(body) });
  }
  return made;
}

const maximum = 25;

export const errorCases: ErrorCases = {
  begin_passkey: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/passkeys/begin", {}, person);
    },
    async TooManyPasskeys(pool) {
      const { server, person, as } = await setUp(pool);
      for (let count = 0; count < maximum; count++) await newPasskey(server, person);
      return server.client.post("/auth/passkeys/begin", {}, as);
    },
  },
  create_passkey: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return addPasskey(server, person, { lies: { origin: "https://evil.example" } });
    },
    async PasskeyInUse(pool) {
      const { server, person } = await setUp(pool);
      const lies = { credentialId: crypto.getRandomValues(new Uint8Array(16)) };
      await addPasskey(server, person, { lies });
      return addPasskey(server, await newAccount(server), { lies });
    },
    async TooManyPasskeys(pool) {
      const { server, person } = await setUp(pool);
      const [last, ...others] = await begun(server, person, maximum + 1);
      for (const one of others) await server.client.post("/auth/passkeys", one, person);
      return server.client.post("/auth/passkeys", last, person);
    },
  },
  set_passkey_factor: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.put("/auth/passkeys/second_factor", { enabled: true }, person);
    },
    async InvalidOperation(pool) {
      const { server, as } = await setUp(pool);
      return server.client.put("/auth/passkeys/second_factor", { enabled: true }, as);
    },
  },
  edit_passkey: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.patch("/auth/passkeys/unknown", { name: "x" }, person);
    },
    async NotFound(pool) {
      const { server, as } = await setUp(pool);
      return server.client.patch("/auth/passkeys/unknown", { name: "x" }, as);
    },
  },
  delete_passkey: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.delete("/auth/passkeys/unknown", {}, person);
    },
    async NotFound(pool) {
      const { server, as } = await setUp(pool);
      return server.client.delete("/auth/passkeys/unknown", {}, as);
    },
    async LastSignIn(pool) {
      const { server, person } = await setUp(pool);
      const { id, authenticator } = await newPasskey(server, person);
      await server.running.store.write((tx) => updateAccount(tx, person.id, { password_hash: "" }));
      const ticket = await newPasskeyTicket(server, person, authenticator);
      return server.client.delete(`/auth/passkeys/${id}`, {}, { token: person.token, ticket });
    },
  },
  begin_passkey_proof: {
    async InvalidToken(pool) {
      const { server } = await setUp(pool);
      return server.client.post("/auth/passkeys/proof");
    },
    async DisallowedMFAMethod(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/passkeys/proof", {}, person);
    },
  },
};
