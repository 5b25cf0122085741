import type { Domain } from "../../declare/domain.ts";

export const safety: Domain = { name: "safety" };
