import { route } from "../../../declare/route.ts";
import { viewHistory } from "../actions/claim-links.ts";
import { ClaimToken, ImportedHistory } from "../model.ts";

export const viewHistoryRoute = route({
  id: "claim_view_history",
  method: "POST",
  path: "/claims/view",
  summary: "Fetch whose imported history a claim link gives to the caller.",
  auth: "user",
  noBots: true,
  limit: { bucket: "any" },
  body: ClaimToken,
  reply: ImportedHistory,
  errors: ["InvalidToken", "LinkExpired", "LinkUsed", "AlreadyClaimed"],
  // A read, though a POST: an address with the token would be logged by proxies.
  handleInSteps: ({ caller, body, read, fail }) =>
    read((db) => viewHistory(db, caller, body.token, { fail })),
});
