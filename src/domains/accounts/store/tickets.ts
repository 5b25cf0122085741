import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { AccountsTables, TicketRow } from "../tables.ts";

const lifetimeMs = 5 * 60_000;

export async function insertTicket(tx: Tx, ticket: TicketRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("mfa_tickets").values(ticket).execute();
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

export async function deleteExpiredTickets(tx: Tx): Promise<void> {
  const newestExpired = tx.services.clock.now() - lifetimeMs;
  await tx.sql<AccountsTables>().deleteFrom("mfa_tickets").where("created_at", "<=", newestExpired).execute();
}
