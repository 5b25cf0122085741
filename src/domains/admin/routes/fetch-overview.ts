import { route } from "../../../declare/route.ts";
import { viewOverview } from "../actions/view-overview.ts";
import { AdminOverview } from "../state-model.ts";

export const fetchOverviewRoute = route({
  id: "admin_fetch_overview",
  method: "GET",
  path: "/admin/overview",
  summary:
    "Show how much there is and what the node that answers did in the last hour. Tables are counted at most once a minute.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminOverview,
  errors: [],
  handle: ({ db }) => viewOverview(db),
});
