import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { linkIdentity } from "../../../src/domains/oidc/actions/sign-in.ts";
import { maxIdentities } from "../../../src/domains/oidc/model.ts";
import { insertPendingLink } from "../../../src/domains/oidc/store/pending-links.ts";
import { digestToken } from "../../../src/platform/secrets/vault.ts";
import { newAccount, newTicket, type Person } from "../../support/accounts/people.ts";
import type { ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import type { TestServer } from "../../support/server/server.ts";

/** Nothing listens there. */
const withProvider = configFor({ issuer: "http://127.0.0.1:1" });
let count = 0;

async function setUp(pool: ServerPool) {
  const server = await pool.server(withProvider);
  const person = await newAccount(server);
  return { server, person, as: { token: person.token, ticket: await newTicket(server, person) } };
}

async function linked({ running }: TestServer, { id: accountId }: Person): Promise<string> {
  const subject = `subject ${++count}`;
  const link = { accountId, issuer: "http://127.0.0.1:1", subject, label: "" };
  await running.store.write((tx) => linkIdentity(tx, link));
  return subject;
}

/** Presents a subject that was proved for an account. */
async function accept({ running, client }: TestServer, { id, token }: Person, subject: string) {
  const proof = `proof ${++count}`;
  const row = { account_id: id, issuer: "http://127.0.0.1:1", subject, label: "", grants: "[]" };
  const link = { ...row, token_digest: digestToken(proof), created_at: running.services.clock.now() };
  await running.store.write((tx) => insertPendingLink(tx, link));
  return client.post("/auth/oidc/identities", { token: proof }, { token });
}

export const errorCases: ErrorCases = {
  oidc_begin_link: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/oidc/acme/link", undefined, person);
    },
    async NotFound(pool) {
      const { server, as } = await setUp(pool);
      return server.client.post("/auth/oidc/nowhere/link", undefined, as);
    },
    async ProviderUnreachable(pool) {
      const { server, as } = await setUp(pool);
      return server.client.post("/auth/oidc/acme/link", undefined, as);
    },
  },
  oidc_begin_confirmation: {
    async NotFound(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/oidc/nowhere/confirm", undefined, person);
    },
    async ProviderUnreachable(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/oidc/acme/confirm", undefined, person);
    },
  },
  oidc_accept_link: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.post("/auth/oidc/identities", { token: "unknown" }, person);
    },
    async AlreadyLinked(pool) {
      const { server, person } = await setUp(pool);
      return accept(server, person, await linked(server, await newAccount(server)));
    },
    async TooManyIdentities(pool) {
      const { server, person } = await setUp(pool);
      for (let number = 0; number < maxIdentities; number++) await linked(server, person);
      return accept(server, person, "one more");
    },
  },
  oidc_unlink: {
    async InvalidToken(pool) {
      const { server, person } = await setUp(pool);
      return server.client.delete("/auth/oidc/identities/unknown", undefined, person);
    },
    async NotFound(pool) {
      const { server, as } = await setUp(pool);
      return server.client.delete("/auth/oidc/identities/unknown", undefined, as);
    },
    async LastSignIn(pool) {
      const { server, person, as } = await setUp(pool);
      await linked(server, person);
      const [identity] = (await server.client.get("/auth/oidc/identities", person)).body;
      await server.running.store.write((tx) => updateAccount(tx, person.id, { password_hash: "" }));
      return server.client.delete(`/auth/oidc/identities/${identity._id}`, undefined, as);
    },
  },
};
