import type { ColumnNode, InsertQueryNode, OperationNode, RootOperationNode, TableNode } from "kysely";
import type { LockRule, WriteStatement } from "../declare/lock-rule.ts";
import type { StatementObserver } from "./statement-observer.ts";
import type { Store } from "./store.ts";

/** For tests: a store whose writes fail at the first statement that comes before its lock. */
export function withLockCheck(store: Store, rules: readonly LockRule[]): Store {
  return {
    ...store,
    write: (work, options) => store.write(work, { ...options, observe: () => createLockCheck(rules) }),
  };
}

function createLockCheck(rules: readonly LockRule[]): StatementObserver {
  const locked = new Set<LockRule>();
  return (tree) => {
    const statement = writeOf(tree);
    if (!statement) return;
    for (const rule of rules) {
      if (rule.takesLock(statement)) locked.add(rule);
      else if (rule.needsLock(statement) && !locked.has(rule))
        throw new Error(`${statement.kind} of ${statement.table} without a lock of the ${rule.name}`);
    }
  };
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
