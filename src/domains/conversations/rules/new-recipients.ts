import { invalid } from "../../../protocol/error.ts";

/** How many one may bring along when a group begins; others can be added later. */
const most = 49;

/** Those who are to be in a new group beside whoever begins it, each once. */
export function newRecipients(founder: string, users: readonly string[] = []): string[] {
  const wanted = new Set(users);
  if (wanted.size > most) throw invalid(`users: must not have more than ${most} items`);
  wanted.delete(founder);
  return [...wanted];
}
