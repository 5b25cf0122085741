import type { Domain } from "../../declare/domain.ts";

export const voice: Domain = { name: "voice" };
