import type { UserRow } from "../tables.ts";

export function isBot(row: Pick<UserRow, "bot_owner">): boolean {
  return row.bot_owner !== null;
}
