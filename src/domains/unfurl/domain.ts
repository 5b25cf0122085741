import type { Domain } from "../../declare/domain.ts";

export const unfurl: Domain = { name: "unfurl" };
