import type { Domain } from "../../declare/domain.ts";
import { subscribe } from "./routes/subscribe.ts";
import { unsubscribe } from "./routes/unsubscribe.ts";

export const push: Domain = { name: "push", routes: [subscribe, unsubscribe] };
