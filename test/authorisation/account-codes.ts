import { updateAccount } from "../../src/domains/accounts/store/accounts.ts";
import { insertEmailUndo } from "../../src/domains/accounts/store/email-undos.ts";
import { insertTicket } from "../../src/domains/accounts/store/tickets.ts";
import { digestToken } from "../../src/platform/secrets/vault.ts";
import { newAccount, newEmail, type Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";

/** The codes in the mails to an account. */
export interface Codes {
  readonly verification: string;
  readonly reset: string;
  readonly deletion: string;
  readonly emailUndo: string;
}

/** Creates an account with a pending verification, password reset and deletion. */
export async function issueCodes(server: TestServer): Promise<Codes> {
  const { id } = await newAccount(server);
  const codes = { verification: "verification", reset: "reset", deletion: "deletion", emailUndo: "undo" };
  const expires = server.clock.now() + hours(1);
  await server.running.store.write(async (tx) => {
    await insertEmailUndo(tx, {
      digest: digestToken(codes.emailUndo),
      account_id: id,
      email: newEmail(),
      had_second_factor: 0,
      was_disabled: 0,
      expires,
    });
    await updateAccount(tx, id, {
      verification: "pending",
      verification_digest: digestToken(codes.verification),
      verification_expires: expires,
      reset_digest: digestToken(codes.reset),
      reset_expires: expires,
      deletion: "waiting",
      deletion_digest: digestToken(codes.deletion),
      deletion_time: expires,
    });
  });
  return codes;
}

/** Inserts a validated MFA ticket for each user and returns the tokens by user id. */
export async function issueTickets(
  { running, clock }: TestServer,
  people: readonly Person[],
): Promise<ReadonlyMap<string, string>> {
  const tickets = new Map(people.map(({ id }) => [id, `ticket of ${id}`]));
  await running.store.write(async (tx) => {
    for (const [account_id, token] of tickets) {
      const ticket = { id: tx.services.ids.next(), account_id, token_digest: digestToken(token) };
      const kind = {
        validated: 1,
        authorised: 0,
        second_factor: 0,
        second_factor_at: null,
        method: null,
        provider: null,
      };
      await insertTicket(tx, { ...ticket, ...kind, created_at: clock.now() });
    }
  });
  return tickets;
}
