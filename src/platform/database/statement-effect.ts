import type {
  ColumnNode,
  ColumnUpdateNode,
  OperationNode,
  RawNode,
  RootOperationNode,
  TableNode,
} from "kysely";

/** What a statement changes. */
export interface StatementEffect {
  readonly tables: readonly string[];
  /** The columns that an update sets; undefined where rows are inserted or deleted, which changes all columns. */
  readonly columns?: readonly string[];
  /** Whether it deletes rows, so that rows of other tables that refer to them may be deleted too. */
  readonly cascades: boolean;
  /** Whether it may change any table, and the schema itself. */
  readonly changesSchema: boolean;
}

const everything: StatementEffect = { tables: [], cascades: false, changesSchema: true };

/**
 * The effect of a statement, or undefined if it only reads. Raw SQL has no tree to read the effect from, so it
 * counts as changing everything.
 */
export function effectOf(statement: RootOperationNode): StatementEffect | undefined {
  switch (statement.kind) {
    case "SelectQueryNode":
      return undefined;
    case "InsertQueryNode": {
      const { into, replace, orAction } = statement;
      return effectOn(into, { cascades: replace === true || orAction?.action === "replace" });
    }
    case "UpdateQueryNode":
      return effectOn(statement.table, { cascades: false, columns: columnsSetBy(statement.updates) });
    case "DeleteQueryNode":
      return effectOn(statement.from, { cascades: true });
    default:
      return everything;
  }
}

function effectOn(
  target: OperationNode | undefined,
  { cascades, columns }: { cascades: boolean; columns?: readonly string[] | undefined },
): StatementEffect {
  const { tables, rawSql } = footprintOf(target);
  if (rawSql.length > 0 || tables.size === 0) return everything;
  return { tables: [...tables], ...(columns && { columns }), cascades, changesSchema: false };
}

/** Undefined where raw SQL names a column. */
function columnsSetBy(updates: readonly ColumnUpdateNode[] = []): readonly string[] | undefined {
  const columns = new Set<string>();
  for (const { column } of updates) {
    const footprint = footprintOf(column);
    if (footprint.rawSql.length > 0 || footprint.columns.size === 0) return undefined;
    for (const name of footprint.columns) columns.add(name);
  }
  return columns.size > 0 ? [...columns] : undefined;
}

/** The names that occur in a tree of operation nodes. */
export interface QueryFootprint {
  /** Names of tables, including aliases and common table expressions, which are not told apart. */
  readonly tables: ReadonlySet<string>;
  /** Names of columns, of whichever table. */
  readonly columns: ReadonlySet<string>;
  readonly selectsAllColumns: boolean;
  /** The raw SQL in it, which may name anything. */
  readonly rawSql: readonly string[];
}

export function footprintOf(root: OperationNode | undefined): QueryFootprint {
  const footprint = {
    tables: new Set<string>(),
    columns: new Set<string>(),
    selectsAllColumns: false,
    rawSql: [] as string[],
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.kind === "TableNode") footprint.tables.add((value as TableNode).table.identifier.name);
    else if (value.kind === "ColumnNode") footprint.columns.add((value as ColumnNode).column.name);
    else if (value.kind === "SelectAllNode") footprint.selectsAllColumns = true;
    else if (value.kind === "RawNode") footprint.rawSql.push(...(value as RawNode).sqlFragments);
    // Values are not nodes, even if they look like one.
    else if (value.kind === "ValueNode" || value.kind === "PrimitiveValueListNode") return;
    for (const child of Object.values(value)) visit(child);
  };
  visit(root);
  return footprint;
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === "object" && value !== null && "kind" in value;
}
