import type { Reader, Tx } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { AccountsTables, TicketRow } from "../tables.ts";

const lifetimeMs = 5 * 60_000;

/** Wrong proofs after which a ticket is deleted. */
const maxFailures = 5;

export async function insertTicket(tx: Tx, ticket: Omit<TicketRow, "failures">): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .insertInto("mfa_tickets")
    .values({ ...ticket, failures: 0 })
    .execute();
}

export async function findFreshTicket(db: Reader, token: string): Promise<TicketRow | undefined> {
  const ticket = await db
    .sql<AccountsTables>()
    .selectFrom("mfa_tickets")
    .selectAll()
    .where("token_digest", "=", digestToken(token))
    .executeTakeFirst();
  return ticket && db.services.clock.now() < ticket.created_at + lifetimeMs ? ticket : undefined;
}

export async function deleteTicket(tx: Tx, id: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("mfa_tickets").where("id", "=", id).execute();
}

export async function deleteTicketsOf(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("mfa_tickets").where("account_id", "=", accountId).execute();
}

/** Counts a wrong proof that was offered with the ticket. */
export async function countTicketFailure(tx: Tx, { id, failures }: TicketRow): Promise<void> {
  if (failures + 1 >= maxFailures) return deleteTicket(tx, id);
  await tx
    .sql<AccountsTables>()
    .updateTable("mfa_tickets")
    .set({ failures: failures + 1 })
    .where("id", "=", id)
    .execute();
}

export async function deleteExpiredTickets(tx: Tx): Promise<void> {
  const newestExpired = tx.services.clock.now() - lifetimeMs;
  await tx.sql<AccountsTables>().deleteFrom("mfa_tickets").where("created_at", "<=", newestExpired).execute();
}
