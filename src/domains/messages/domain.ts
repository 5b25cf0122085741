import type { Domain } from "../../declare/domain.ts";

export const messages: Domain = { name: "messages" };
