import type { Domain } from "../../declare/domain.ts";

export const emojis: Domain = { name: "emojis" };
