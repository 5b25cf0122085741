import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Reader } from "../../../store/tx.ts";
import { isTicketFresh, ticketLifeMs } from "../rules/mfa-ticket.ts";
import type { AccountsTables, TicketRow } from "../tables.ts";

export async function insertTicket(db: Reader, ticket: TicketRow): Promise<void> {
  await db.sql<AccountsTables>().insertInto("mfa_tickets").values(ticket).execute();
}

export async function findFreshTicket(db: Reader, token: string): Promise<TicketRow | undefined> {
  const ticket = await db
    .sql<AccountsTables>()
    .selectFrom("mfa_tickets")
    .selectAll()
    .where("token_digest", "=", digestToken(token))
    .executeTakeFirst();
  return ticket && isTicketFresh(ticket.created_at, db.services.clock.now()) ? ticket : undefined;
}

export async function deleteTicket(db: Reader, id: string): Promise<void> {
  await db.sql<AccountsTables>().deleteFrom("mfa_tickets").where("id", "=", id).execute();
}

export async function deleteStaleTickets(db: Reader): Promise<void> {
  const oldest = db.services.clock.now() - ticketLifeMs;
  await db.sql<AccountsTables>().deleteFrom("mfa_tickets").where("created_at", "<=", oldest).execute();
}
