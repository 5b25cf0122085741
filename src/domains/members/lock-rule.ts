import type { LockRule, WriteStatement } from "../../declare/lock-rule.ts";

/** The tables that together make up a server as a new member gets it, and what decides who may join. */
const lockedTables: readonly string[] = [
  "roles",
  "members",
  "member_roles",
  "member_counts",
  "channel_overrides",
  "emojis",
  "bans",
];

/** These change with every message, or are only of conversations that open and close. */
const freeChannelColumns: readonly string[] = ["last_message_id", "greatest_message_id", "active"];

/**
 * What changes a server locks its row first, see `lockServer`. Groups share the table of channels, and lock the row of
 * the group instead.
 */
export const serverLock: LockRule = {
  name: "server",
  takesLock: (statement) => locksServer(statement) || locksConversation(statement),
  needsLock: ({ kind, table, columns }) => {
    if (table === "servers") return kind === "update";
    if (table !== "channels") return lockedTables.includes(table);
    if (kind === "insert") return columns.includes("server_id");
    return kind === "delete" || columns.some((column) => !freeChannelColumns.includes(column));
  },
};

/** Without a new revision, others would keep using what they have cached of the server. */
function locksServer({ kind, table, columns }: WriteStatement): boolean {
  return table === "servers" && (kind !== "update" || columns.includes("revision"));
}

function locksConversation({ kind, table, columns }: WriteStatement): boolean {
  return kind === "update" && table === "channels" && columns.every((column) => column === "active");
}
