import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { AccountPurged } from "../accounts/index.ts";
import { markDeleted } from "./actions/mark-deleted.ts";
import { RelationshipChanged, UserUpdated, UserWiped } from "./events.ts";
import { completeOnboarding } from "./routes/complete-onboarding.ts";
import { fetchSelf } from "./routes/fetch-self.ts";
import { hello } from "./routes/hello.ts";

export const users: Domain = {
  name: "users",
  routes: [hello, completeOnboarding, fetchSelf],
  events: [UserUpdated, RelationshipChanged, UserWiped],
  hooks: [on(AccountPurged, (tx, { userId }) => markDeleted(tx, userId))],
};
