import type { Domain } from "../../declare/domain.ts";
import { deleteOldAuditEntries } from "./jobs.ts";

export const audit: Domain = { name: "audit", jobs: [deleteOldAuditEntries] };
