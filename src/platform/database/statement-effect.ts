import type { ColumnNode, ColumnUpdateNode, CompiledQuery, OperationNode, RawNode, TableNode } from "kysely";
import { valuesNamedIn } from "./named-values.ts";

type Statement = Pick<CompiledQuery, "query" | "parameters">;

/** What a statement changes. */
export interface StatementEffect {
  readonly tables: readonly string[];
  /** The columns that an update sets; undefined where rows are inserted or deleted, which changes all columns. */
  readonly columns?: readonly string[];
  /** Whether it deletes rows, so that rows of other tables that refer to them may be deleted too. */
  readonly cascades: boolean;
  /** Whether it may change any table, and the schema itself. */
  readonly changesSchema: boolean;
  /** Where among its parameters the statement names the one value that a column has in every row that it changes. */
  readonly positions: ReadonlyMap<string, number>;
}

const everything: StatementEffect = {
  tables: [],
  cascades: false,
  changesSchema: true,
  positions: new Map(),
};

/**
 * The effect of a statement, or undefined if it only reads. Raw SQL has no tree to read the effect from, so it
 * counts as changing everything.
 */
export function effectOf(statement: Statement): StatementEffect | undefined {
  const { query } = statement;
  const positions = findPositions(statement);
  switch (query.kind) {
    case "SelectQueryNode":
      return undefined;
    case "InsertQueryNode": {
      const { into, replace, orAction } = query;
      return effectOn(into, { cascades: replace === true || orAction?.action === "replace", positions });
    }
    case "UpdateQueryNode":
      return effectOn(query.table, { cascades: false, columns: columnsSetBy(query.updates), positions });
    case "DeleteQueryNode":
      return effectOn(query.from, { cascades: true, positions });
    default:
      return everything;
  }
}

function effectOn(
  target: OperationNode | undefined,
  {
    columns,
    ...effect
  }: Pick<StatementEffect, "cascades" | "positions"> & { columns?: readonly string[] | undefined },
): StatementEffect {
  const { tables, rawSql } = footprintOf(target);
  if (rawSql.length > 0 || tables.size === 0) return everything;
  return { ...effect, tables: [...tables], ...(columns && { columns }), changesSchema: false };
}

/** The same SQL has its values at the same positions, unless it has the same value twice. */
function findPositions({ query, parameters }: Statement): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [column, value] of valuesNamedIn(query)) {
    const position = parameters.indexOf(value);
    if (position >= 0 && parameters.lastIndexOf(value) === position) positions.set(column, position);
  }
  return positions;
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
