import { findRows } from "../support/find-rows.ts";
import type { Operation } from "./operation.ts";

const find = async (name: string) => (await findRows<readonly Operation[]>(name)).flat();

/** Operations whose events concern users who might not see the actor; afterwards, everyone edits their profile. */
const withEditsAfter = async (name: string): Promise<Operation[]> =>
  (await find(name)).map((operation) => ({
    ...operation,
    after: (world) => world.editProfiles("afterwards"),
  }));

/** Operations that create or end relations and conversations. */
export const relationOperations: readonly Operation[] = await withEditsAfter("relationOperations");

/** Operations that change who can see what in a server. */
export const accessOperations: readonly Operation[] = await find("accessOperations");

/** All operations that change what clients know. */
export const operations: readonly Operation[] = [
  ...relationOperations,
  ...(await withEditsAfter("userOperations")),
  ...accessOperations,
  ...(await find("operations")),
];
