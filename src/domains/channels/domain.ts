import type { Domain } from "../../declare/domain.ts";

export const channels: Domain = { name: "channels" };
