import type { Domain } from "../../declare/domain.ts";
import { rootRoute } from "./routes/root.ts";

/** The root route, which describes the instance. */
export const service: Domain = { name: "service", routes: [rootRoute] };
