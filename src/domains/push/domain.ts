import type { Domain } from "../../declare/domain.ts";

export const push: Domain = { name: "push" };
