import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { claimByLink } from "../actions/claim-links.ts";
import { ClaimToken } from "../model.ts";

export const claimHistoryRoute = route({
  id: "claim_history",
  method: "POST",
  path: "/claims",
  summary: "Claim an imported history with a link of the operator. A job moves it.",
  auth: "user",
  noBots: true,
  limit: { bucket: "any" },
  body: ClaimToken,
  reply: NoContent,
  errors: ["InvalidToken", "LinkExpired", "LinkUsed", "AlreadyClaimed", "Banned"],
  handle: ({ tx, caller, body }) => claimByLink(tx, caller, body.token),
});
