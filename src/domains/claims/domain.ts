import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { AccountPurged } from "../accounts/index.ts";
import { personalRows } from "../operators/index.ts";
import { claimCommands } from "./commands/claims.ts";
import { claimHistoryJob, sweepClaimLinksJob } from "./jobs.ts";
import { claimHistoryRoute } from "./routes/claim-history.ts";
import { viewHistoryRoute } from "./routes/view-history.ts";
import { deleteClaimLinksOf, listClaimLinksOf } from "./store/claim-links.ts";

/** Giving the history of imported users to accounts: links, codes, sign-ins, undo. */
export const claims: Domain = {
  name: "claims",
  routes: [viewHistoryRoute, claimHistoryRoute],
  jobs: [claimHistoryJob, sweepClaimLinksJob],
  hooks: [on(AccountPurged, (tx, { userId }) => deleteClaimLinksOf(tx, userId))],
  providers: [
    personalRows("claim-links.json", async (db, userId) =>
      (await listClaimLinksOf(db, userId)).map(({ digest: _, ...link }) => link),
    ),
  ],
  commands: claimCommands,
};
