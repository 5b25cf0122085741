import type { Domain } from "../../declare/domain.ts";

export const bots: Domain = { name: "bots" };
