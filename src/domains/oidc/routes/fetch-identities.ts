import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { viewIdentities } from "../actions/identities.ts";
import { Identity, maxIdentities } from "../model.ts";

export const fetchIdentitiesRoute = route({
  id: "oidc_fetch_identities",
  method: "GET",
  path: "/auth/oidc/identities",
  summary: "Fetch the identities with which the caller signs in.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Type.Array(Identity, { maxItems: maxIdentities }),
  errors: [],
  handle: ({ db, caller }) => viewIdentities(db, caller.userId),
});
