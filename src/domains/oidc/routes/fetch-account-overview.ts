import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { accountSections, viewAccount } from "../../accounts/index.ts";
import { viewIdentities } from "../actions/identities.ts";
import { Identity, maxIdentities } from "../model.ts";

export const fetchAccountOverviewRoute = route({
  id: "fetch_account_overview",
  method: "GET",
  path: "/auth/account/overview",
  summary: "Fetch everything that the settings of an account show, in one call.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: model("AccountOverview", "What the settings of an account show.", {
    ...accountSections,
    identities: Type.Array(Identity, { maxItems: maxIdentities }),
  }),
  errors: [],
  async handle({ db, caller }) {
    const [account, identities] = await Promise.all([
      viewAccount(db, caller.userId),
      viewIdentities(db, caller.userId),
    ]);
    return { ...account, identities };
  },
});
