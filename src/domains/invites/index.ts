/** What the interpreters may use of invites. */
export type { InvitesTables } from "./tables.ts";
