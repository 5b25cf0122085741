import type { Domain } from "../../declare/domain.ts";
import { deleteOldAuditEntries } from "./jobs.ts";

/** The audit log of a server. */
export const audit: Domain = { name: "audit", jobs: [deleteOldAuditEntries] };
