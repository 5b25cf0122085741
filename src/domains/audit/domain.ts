import type { Domain } from "../../declare/domain.ts";

export const audit: Domain = { name: "audit" };
