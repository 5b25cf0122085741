import type { Operation } from "./operation.ts";
import { people } from "./operations/people.ts";
import { relationships } from "./operations/relationships.ts";
import { things } from "./operations/things.ts";

/** Everything that changes what clients know. Whoever adds a feature adds its row to one of these. */
export const operations: readonly Operation[] = [...relationships, ...people, ...things];
