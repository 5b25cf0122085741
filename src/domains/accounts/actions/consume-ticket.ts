import { ApiError } from "../../../declare/error.ts";
import type { Tx } from "../../../declare/tx.ts";
import { deleteTicket, findFreshTicket } from "../store/tickets.ts";

/** The guard of routes that declare `ticket`: takes a validated ticket of this account, once. */
export async function consumeTicket(
  tx: Tx<never, "InvalidToken">,
  token: string | null,
  accountId: string,
): Promise<void> {
  const ticket = token === null ? undefined : await findFreshTicket(tx, token);
  if (!ticket || ticket.account_id !== accountId) throw tx.fail("InvalidToken");
  if (!ticket.validated) throw new ApiError("InvalidToken", {}, 403);
  await deleteTicket(tx, ticket.id);
}
