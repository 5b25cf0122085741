import { invalid } from "../../../declare/error.ts";
import { maxInitialRecipients } from "../model.ts";

/** The recipients of a new group other than its creator, without duplicates. */
export function newRecipients(creator: string, users: readonly string[] = []): string[] {
  const others = new Set(users);
  if (others.size > maxInitialRecipients)
    throw invalid(`users: must not have more than ${maxInitialRecipients} items`);
  others.delete(creator);
  return [...others];
}
