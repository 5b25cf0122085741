import type {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  InsertQueryNode,
  OperationNode,
  OperatorNode,
  ReferenceNode,
  RootOperationNode,
  TableNode,
  ValueNode,
  WhereNode,
} from "kysely";
import { Placeholder } from "../../prepared.ts";
import { footprintOf } from "../../statement-effect.ts";

/** Which columns of which rows a statement reads or changes, but for the values of the keys. */
export interface AccessShape {
  readonly kind: "read" | "insert" | "change";
  /** Undefined where the tables of the statement are not known. */
  readonly table: string | undefined;
  /** Undefined for all columns. */
  readonly columns: ReadonlySet<string> | undefined;
  /** Columns whose values are known: rows with other values are not concerned. */
  readonly keys: readonly string[];
}

export interface Access {
  readonly shape: AccessShape;
  /** The values of the keys, or their placeholders. */
  readonly values: readonly unknown[];
  /** The values of the placeholders, if they are known. */
  readonly given?: readonly unknown[];
}

const shapes = new Map<string, AccessShape>();

/** Equal shapes are one object, so that pairs of them can be compared once. */
function accessTo(
  shape: Omit<AccessShape, "keys">,
  row: ReadonlyMap<string, unknown> = new Map<string, unknown>(),
): Access {
  const { kind, table, columns } = shape;
  const keys = [...row.keys()];
  const name = JSON.stringify([kind, table, columns && [...columns], keys]);
  const known = shapes.get(name) ?? { ...shape, keys };
  shapes.set(name, known);
  return { shape: known, values: [...row.values()] };
}

const everything = accessTo({ kind: "change", table: undefined, columns: undefined });

const known = new WeakMap<RootOperationNode, readonly Access[]>();

/** What a statement reads and changes. Where its tree does not show this, the result includes more than necessary. */
export function accessesOf(statement: RootOperationNode): readonly Access[] {
  const accesses = known.get(statement) ?? findAccesses(statement);
  known.set(statement, accesses);
  return accesses;
}

function findAccesses(statement: RootOperationNode): readonly Access[] {
  switch (statement.kind) {
    case "SelectQueryNode":
      return readsOf(statement, statement.where);
    case "InsertQueryNode":
      return [...insertsOf(statement), ...readsOf(statement.values, undefined)];
    case "UpdateQueryNode": {
      const table = tableNameOf(statement.table);
      const columns = new Set((statement.updates ?? []).flatMap(({ column }) => columnNameOf(column) ?? []));
      const isPlain = columns.size === statement.updates?.length && !statement.from && !statement.joins;
      if (table === undefined || !isPlain) return [everything];
      const keys = [...(keysByTable(statement.where, table).get(table) ?? [])];
      const row = new Map(keys.filter(([column]) => !columns.has(column)));
      const change = accessTo({ kind: "change", table, columns }, row);
      return [change, ...readsOf(statement, statement.where)];
    }
    // A deletion may cascade to other tables.
    default:
      return [everything];
  }
}

/** The same with the values of a prepared query in their places. */
export function fillIn(accesses: readonly Access[], values: readonly unknown[]): readonly Access[] {
  return accesses.map(({ shape, values: keys }) => ({ shape, values: keys, given: values }));
}

const compared = new Map<AccessShape, Map<AccessShape, readonly string[] | undefined>>();

/**
 * The columns whose values must be equal for the order of two accesses to matter: none if it always matters, undefined
 * if it never does.
 */
export function decidingColumns(first: AccessShape, second: AccessShape): readonly string[] | undefined {
  const pairs = compared.get(first) ?? new Map<AccessShape, readonly string[] | undefined>();
  compared.set(first, pairs);
  if (!pairs.has(second)) pairs.set(second, compare(first, second));
  return pairs.get(second);
}

function compare(first: AccessShape, second: AccessShape): readonly string[] | undefined {
  if (first.kind === "read" && second.kind === "read") return undefined;
  if (first.table === undefined || second.table === undefined) return [];
  if (first.table !== second.table) return undefined;
  if (first.columns && second.columns && first.columns.isDisjointFrom(second.columns)) return undefined;
  // Two inserts of the same row fail in either order; one with `on conflict` also reads.
  if (first.kind === "insert" && second.kind === "insert") return undefined;
  return first.keys.filter((column) => second.keys.includes(column));
}

/** The values of some of the keys, as a key of a map. */
export function keyOf(access: Access, columns: readonly string[]): unknown {
  const [only = ""] = columns;
  if (columns.length === 1) return valueAt(access, only);
  return columns.map((column) => valueAt(access, column)).join("\0");
}

function valueAt({ shape, values, given }: Access, column: string): unknown {
  const value = values[shape.keys.indexOf(column)];
  return given && value instanceof Placeholder ? given[value.index] : value;
}

/** Whether the order of two accesses matters. */
export function dependOnOrder(first: Access, second: Access): boolean {
  const columns = decidingColumns(first.shape, second.shape);
  return columns !== undefined && keyOf(first, columns) === keyOf(second, columns);
}

/** Raw SQL that may name a table of its own. */
const namesTable = /\b(select|from|join|table)\b/i;

function readsOf(statement: OperationNode | undefined, where: WhereNode | undefined): Access[] {
  const { tables, columns, selectsAllColumns, rawSql } = footprintOf(statement);
  if (rawSql.some((text) => namesTable.test(text))) return [everything];
  const [only] = tables.size === 1 ? tables : [];
  const keys = isFlat(statement) ? keysByTable(where, only) : undefined;
  const read = selectsAllColumns || rawSql.length > 0 ? undefined : columns;
  return [...tables].map((table) => accessTo({ kind: "read", table, columns: read }, keys?.get(table)));
}

/** Whether each table occurs once: the conditions of a query say nothing about the rows of its subqueries. */
function isFlat(statement: OperationNode | undefined): boolean {
  const hasNodes = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null) return false;
    const { kind } = node as Partial<OperationNode>;
    if (kind === "ValueNode" || kind === "PrimitiveValueListNode") return false;
    if (kind === "SelectQueryNode" || kind === "WithNode" || kind === "SetOperationNode") return true;
    if (kind === "AliasNode" && (node as AliasNode).node.kind === "TableNode") return true;
    return Object.values(node).some(hasNodes);
  };
  return !Object.values(statement ?? {}).some(hasNodes);
}

function insertsOf({ into, columns = [], values, onConflict }: InsertQueryNode): Access[] {
  const table = tableNameOf(into);
  if (table === undefined || values?.kind !== "ValuesNode") return [everything];
  const names = columns.map(({ column }) => column.name);
  const deciding = new Set((onConflict?.columns ?? []).map(({ column }) => column.name));
  const rows = (values as unknown as { values: readonly OperationNode[] }).values;
  return rows.flatMap((row) => {
    const known = valuesOf(row).flatMap((value, at): [string, unknown][] =>
      value === unknown ? [] : [[names[at] ?? "", value]],
    );
    const inserted = { kind: "insert", table, columns: undefined } as const;
    if (!onConflict) return [accessTo(inserted, new Map(known))];
    const keys = new Map(known.filter(([name]) => deciding.has(name)));
    // It looks for a row with the same keys; without their names, any column may be one.
    const sought = { kind: "read", table, columns: deciding.size > 0 ? deciding : undefined } as const;
    // An update in case of a conflict changes a row that had other values before.
    return [accessTo(sought, keys), accessTo(inserted, onConflict.updates ? keys : new Map(known))];
  });
}

const unknown = Symbol("a value that only the database knows");

function valuesOf(row: OperationNode): readonly unknown[] {
  const { values } = row as unknown as { readonly values: readonly unknown[] };
  if (row.kind === "PrimitiveValueListNode") return values;
  return values.map((node) =>
    (node as OperationNode).kind === "ValueNode" ? (node as ValueNode).value : unknown,
  );
}

/** The columns that must have a value, by table. `only` is the table of columns that are named without one. */
function keysByTable(
  where: WhereNode | undefined,
  only: string | undefined,
): Map<string, Map<string, unknown>> {
  const keys = new Map<string, Map<string, unknown>>();
  const visit = (node: OperationNode | undefined): void => {
    if (node?.kind === "AndNode") {
      const { left, right } = node as unknown as { left: OperationNode; right: OperationNode };
      visit(left);
      visit(right);
    }
    if (node?.kind !== "BinaryOperationNode") return;
    const { leftOperand, operator, rightOperand } = node as BinaryOperationNode;
    const isEquality = (operator as OperatorNode).operator === "=" && rightOperand.kind === "ValueNode";
    if (!isEquality || leftOperand.kind !== "ReferenceNode") return;
    const { table, column } = leftOperand as ReferenceNode;
    const name = table ? tableNameOf(table) : only;
    if (name === undefined || column.kind !== "ColumnNode") return;
    const own = keys.get(name) ?? new Map<string, unknown>();
    keys.set(name, own.set((column as ColumnNode).column.name, (rightOperand as ValueNode).value));
  };
  visit(where?.where);
  return keys;
}

function tableNameOf(node: OperationNode | undefined): string | undefined {
  return node?.kind === "TableNode" ? (node as TableNode).table.identifier.name : undefined;
}

function columnNameOf(node: OperationNode): string | undefined {
  return node.kind === "ColumnNode" ? (node as ColumnNode).column.name : undefined;
}
