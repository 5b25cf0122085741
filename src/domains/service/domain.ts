import type { Domain } from "../../declare/domain.ts";
import { root } from "./routes/root.ts";

export const service: Domain = { name: "service", routes: [root] };
