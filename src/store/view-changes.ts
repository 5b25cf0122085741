import { hook } from "../declare/hook.ts";
import type { ViewChange } from "../visibility/view-change.ts";

/** Raised at the end of a transaction, before its commit, for changes that can give or take permissions. */
export const ViewsChanged = hook<readonly ViewChange[]>({
  name: "views changed",
  doc: "What users can see or do has changed.",
});
