import type { Domain } from "../../declare/domain.ts";

export const servers: Domain = { name: "servers" };
