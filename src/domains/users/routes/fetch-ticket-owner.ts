import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, model, Token } from "../../../protocol/schema.ts";
import { findFreshTicket, isPlaceholder, requireAccount } from "../../accounts/index.ts";
import { findUser } from "../store/users.ts";

export const fetchTicketOwnerRoute = route({
  id: "fetch_ticket_owner",
  method: "POST",
  path: "/auth/session/owner",
  summary:
    "Whose account a ticket logs in to, so that clients can ask before they follow someone else's link.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataTicketOwner", "A ticket for a login.", { mfa_ticket: Token }),
  reply: model("TicketOwner", "Whose account it is.", {
    name: Type.String({
      description:
        "Username with its discriminator; before it is chosen, the e-mail address, if there is one.",
    }),
  }),
  errors: ["InvalidToken"],
  async handle({ body, tx, fail }) {
    const ticket = await findFreshTicket(tx, body.mfa_ticket);
    if (!ticket) throw fail("InvalidToken");
    const user = await findUser(tx, ticket.account_id);
    if (user) return { name: `${user.username}#${user.discriminator}` };
    const { email } = await requireAccount(tx, ticket.account_id);
    return { name: isPlaceholder(email) ? "" : email };
  },
});
