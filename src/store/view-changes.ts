import { hook } from "../declare/hook.ts";
import type { ViewChange } from "../visibility/view-change.ts";

/** Raised at the end of a transaction, before its commit, for changes that can give or take permissions. */
export const ViewsChanged = hook<readonly ViewChange[]>({
  name: "views changed",
  doc: "What users can see or do has changed.",
});

const withoutPermissions: ReadonlySet<string> = new Set<ViewChange["kind"]>([
  "message sent",
  "participant changed",
  "participant left",
]);

/** The changes that can give or take permissions. */
export function permissionChanges(changes: readonly ViewChange[]): ViewChange[] {
  return changes.filter(({ kind }) => !withoutPermissions.has(kind));
}
