import { ApiError } from "../../../protocol/error.ts";
import type { Tx } from "../../../store/tx.ts";
import { deleteTicket, findFreshTicket } from "../store/tickets.ts";

/** The guard of routes that declare `ticket`: takes a validated ticket of this account, once. */
export async function consumeTicket(
  tx: Tx<never, "InvalidToken">,
  token: string | null,
  accountId: string,
): Promise<void> {
  const outcome = await takeTicket(tx, token, accountId);
  if (outcome === "unknown") throw tx.fail("InvalidToken");
  if (outcome === "not validated") throw new ApiError("InvalidToken", {}, 403);
}

/** The same where only some calls of a route need one, and it is for the route to say how they fail. */
export async function takeTicket(
  tx: Tx,
  token: string | null,
  accountId: string,
): Promise<"taken" | "unknown" | "not validated"> {
  const ticket = token === null ? undefined : await findFreshTicket(tx, token);
  if (!ticket || ticket.account_id !== accountId) return "unknown";
  if (!ticket.validated) return "not validated";
  await deleteTicket(tx, ticket.id);
  return "taken";
}
