import type { Domain } from "../../declare/domain.ts";
import { embed } from "./endpoints/embed.ts";
import { proxy } from "./endpoints/proxy.ts";
import { serviceRoot } from "./endpoints/service-root.ts";

export const unfurl: Domain = { name: "unfurl", endpoints: [serviceRoot, embed, proxy] };
