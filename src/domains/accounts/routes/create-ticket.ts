import Type from "typebox";
import { route } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import { acceptProof, createTicket as create, tryPassword } from "../actions/mfa.ts";
import { MfaResponse, MfaTicket } from "../model.ts";
import { findAccount, ownAccount } from "../store/accounts.ts";
import { deleteTicket, findFreshTicket } from "../store/tickets.ts";
import type { TicketRow } from "../tables.ts";

export const createTicketRoute = route({
  id: "create_ticket_create_ticket",
  method: "PUT",
  path: "/auth/mfa/ticket",
  summary: "Prove who one is, for one sensitive action. By session, or by an unvalidated ticket.",
  auth: "session?",
  limit: { bucket: "auth" },
  headers: Type.Object({ "x-mfa-ticket": Type.Optional(Type.String()) }),
  body: MfaResponse,
  reply: MfaTicket,
  errors: ["OperationFailed", "InvalidToken", "DisallowedMFAMethod", "InvalidCredentials"],
  async handleInSteps({ caller, headers, body, fail, read, write }) {
    const token = headers["x-mfa-ticket"] ?? "";
    const held = await read((db) => findUnvalidated(db, token));
    if (caller && held) throw fail("OperationFailed");
    const accountId = caller?.userId ?? held?.account_id;
    const account = accountId === undefined ? undefined : await read((db) => findAccount(db, accountId));
    if (!account) throw fail("InvalidToken");
    // A ticket is good for one attempt, whatever comes of it, and of many at once for the first.
    if (held && !(await write((tx) => takeUnvalidated(tx, token)))) throw fail("InvalidToken");
    const passwordFits = await tryPassword(account, body);
    return write(async (tx) => {
      const current = await ownAccount(tx, { userId: account.id });
      if (current.password_hash !== account.password_hash) throw fail("InvalidCredentials");
      await acceptProof(tx, { account: current, response: body, passwordFits });
      return create(tx, account.id, { validated: true });
    });
  },
});

async function findUnvalidated(db: Reader, token: string): Promise<TicketRow | undefined> {
  const ticket = await findFreshTicket(db, token);
  return ticket?.validated ? undefined : ticket;
}

async function takeUnvalidated(tx: Tx, token: string): Promise<boolean> {
  const ticket = await findUnvalidated(tx, token);
  if (ticket) await deleteTicket(tx, ticket.id);
  return ticket !== undefined;
}
