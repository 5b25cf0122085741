import type { Domain } from "../../declare/domain.ts";

export const sync: Domain = { name: "sync" };
