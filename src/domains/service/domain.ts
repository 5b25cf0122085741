import type { Domain } from "../../declare/domain.ts";
import { rootRoute } from "./routes/root.ts";

export const service: Domain = { name: "service", routes: [rootRoute] };
