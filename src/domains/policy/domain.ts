import type { Domain } from "../../declare/domain.ts";

export const policy: Domain = { name: "policy" };
