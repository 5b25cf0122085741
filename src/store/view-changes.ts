import { hook } from "../declare/hook.ts";
import type { ViewChange } from "../visibility/view-change.ts";

/**
 * What users can see or do is about to change with the commit of this transaction: voice adapts the calls. Not a call:
 * the store is below all domains.
 */
export const ViewsChanged = hook<readonly ViewChange[]>("ViewsChanged");
