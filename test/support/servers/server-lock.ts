import type { ColumnNode, InsertQueryNode, OperationNode, RootOperationNode, TableNode } from "kysely";
import type { Database } from "../../../src/platform/database/port.ts";
import { observingWrites } from "../database/observe-statements.ts";

/** A statement that changes rows. */
interface WriteStatement {
  readonly kind: "insert" | "update" | "delete";
  readonly table: string;
  /** The columns that an insert or update sets. */
  readonly columns: readonly string[];
}

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
 * The same database, whose writes fail at the first statement that changes a server before they lock its row, see
 * `lockServer`. Groups share the table of channels, and lock the row of the group instead.
 */
export function checkingServerLocks(database: Database): Database {
  return observingWrites(database, () => {
    let isLocked = false;
    return (tree) => {
      const statement = writeOf(tree);
      if (!statement) return;
      if (locksServer(statement) || locksConversation(statement)) isLocked = true;
      else if (!isLocked && needsServerLock(statement))
        throw new Error(`${statement.kind} of ${statement.table} without a lock of the server`);
    };
  });
}

export function needsServerLock({ kind, table, columns }: WriteStatement): boolean {
  if (table === "servers") return kind === "update";
  if (table !== "channels") return lockedTables.includes(table);
  if (kind === "insert") return columns.includes("server_id");
  return kind === "delete" || columns.some((column) => !freeChannelColumns.includes(column));
}

/** Without a new revision, others would keep using what they have cached of the server. */
function locksServer({ kind, table, columns }: WriteStatement): boolean {
  return table === "servers" && (kind !== "update" || columns.includes("revision"));
}

function locksConversation({ kind, table, columns }: WriteStatement): boolean {
  return kind === "update" && table === "channels" && columns.every((column) => column === "active");
}

/** Undefined for statements that only read, and for raw SQL. */
function writeOf(tree: RootOperationNode): WriteStatement | undefined {
  switch (tree.kind) {
    case "InsertQueryNode":
      return { kind: "insert", table: tableIn(tree.into), columns: insertedColumns(tree) };
    case "UpdateQueryNode": {
      const columns = (tree.updates ?? []).map(({ column }) => (column as ColumnNode).column.name);
      return { kind: "update", table: tableIn(tree.table), columns };
    }
    case "DeleteQueryNode":
      return { kind: "delete", table: tableIn(tree.from.froms[0]), columns: [] };
    default:
      return undefined;
  }
}

function insertedColumns({ columns = [] }: InsertQueryNode): string[] {
  return columns.map(({ column }) => column.name);
}

function tableIn(node: OperationNode | undefined): string {
  if (node?.kind !== "TableNode")
    throw new Error(`cannot tell which table a statement changes: ${node?.kind}`);
  return (node as TableNode).table.identifier.name;
}
