import type { Domain } from "../../declare/domain.ts";

export const invites: Domain = { name: "invites" };
