/** What the interpreters may use of policy changes. */
export type { PolicyTables } from "./tables.ts";
