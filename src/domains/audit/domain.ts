import type { Domain } from "../../declare/domain.ts";
import { forgetOldDeeds } from "./jobs.ts";

export const audit: Domain = { name: "audit", jobs: [forgetOldDeeds] };
