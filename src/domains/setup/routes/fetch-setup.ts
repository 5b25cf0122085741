import { route } from "../../../declare/route.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { viewSetup } from "../actions/view-setup.ts";
import { SetupHeaders, SetupState } from "../model.ts";

export const fetchSetupRoute = route({
  id: "setup_fetch",
  method: "GET",
  path: "/auth/setup",
  summary: "Fetch what the setup page has to know. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "auth" },
  headers: SetupHeaders,
  reply: SetupState,
  errors: ["NotFound"],
  handle: async ({ db, headers, services, fail }) =>
    viewSetup(services, await requireSetup(db, headers, fail)),
});
