import Type from "typebox";
import { job } from "../../declare/job.ts";
import { moveHistory } from "./actions/claim-user.ts";
import { deleteClaimLinksBefore } from "./store/claim-links.ts";

const hour = 3_600_000;
/** For so long the page can say that a link has expired or was used. */
const keptMs = 30 * 24 * hour;

export const claimHistoryJob = job({
  name: "claim_history",
  doc: "Gives the messages, mentions, reactions and roles of an imported user to the account that has claimed them.",
  attempts: 20,
  parallel: 1,
  payload: Type.Object({ userId: Type.String(), accountId: Type.String() }),
  onBehalfOf: ({ accountId }) => accountId,
  async run(context, { userId, accountId }) {
    await moveHistory({ from: userId, to: accountId }, context);
  },
});

export const sweepClaimLinksJob = job({
  name: "sweep_claim_links",
  doc: "Removes claim links that expired a month ago.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deleteClaimLinksBefore(tx, services.clock.now() - keptMs));
  },
});
