import type { Client } from "./client.ts";

/**
 * Declares state that belongs to one account: it is made when it is first asked for, in the scope of the session, and
 * is gone with the session. Nothing of one account can be seen or sent by another.
 */
export function sessionState<T>(create: (client: Client) => T): (client: Client) => T {
  return (client) => client.sessionState(create);
}
