import type { Domain } from "../../declare/domain.ts";

export const webhooks: Domain = { name: "webhooks" };
