import { CommandError, type CommandInput } from "../../../declare/command.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type DeletedItem, DeletedWith, type DeletionTarget } from "../queries.ts";

/** Options of commands that delete for good what belongs to several people. */
export const deletionFlags = {
  "dry-run": "show what would be deleted, and delete nothing",
  yes: "delete it; without this, the command only says what would be deleted",
};

export async function listDeletedItems(db: Reader, target: DeletionTarget): Promise<DeletedItem[]> {
  return (await db.query(DeletedWith, target)).flat().filter(({ count }) => count > 0);
}

/** The items as rows of a table. */
export function describeDeletedItems(items: readonly DeletedItem[]) {
  return items.map(({ what, count, names = [] }) => ({ what, count, names: shorten(names).join(", ") }));
}

/** Fails, and says what would be deleted, unless the operator has confirmed it. */
export function assertConfirmed(
  { flags }: Pick<CommandInput, "flags">,
  name: string,
  items: readonly DeletedItem[],
): void {
  if (flags.has("yes")) return;
  const lines = describeDeletedItems(items).map(
    ({ what, count, names }) => `  ${count} ${what}${names && `: ${names}`}`,
  );
  const also = lines.length > 0 ? ["Deleted along with it:", ...lines] : [];
  throw new CommandError(
    [`${name} would be deleted for good.`, ...also, "Pass --yes to delete it."].join("\n"),
  );
}

function shorten(names: readonly string[]): string[] {
  return names.length > 5 ? [...names.slice(0, 5), `and ${names.length - 5} more`] : [...names];
}
