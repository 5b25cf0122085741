import {
  type CompiledQuery,
  type InsertQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type QueryId,
  RawNode,
  ReturningNode,
  type RootOperationNode,
  type SelectQueryNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
} from "kysely";
import { Placeholder } from "../../prepared.ts";
import type { PostgresResult } from "../connection.ts";

type Row = Record<string, unknown>;
/** The values of one call of a prepared query. */
export type Values = readonly unknown[];

/** Stands for the values that all calls have for one placeholder, as an array. */
class Column {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A prepared query, rewritten to answer several calls at once. */
export interface CombinedQuery {
  readonly text: string;
  parametersFor(calls: readonly Values[]): unknown[];
  /** The rows of each call, or for a statement without rows the number of changed ones. */
  resultsOf(result: PostgresResult, calls: readonly Values[]): CallResult[];
}

/** The rows of one call, and how many rows it returned or changed. */
export interface CallResult {
  readonly rows: Row[];
  readonly count: number;
}

/** Names that no query has. */
const [numberName, sourceName] = ["batch.n", "batch"];

/**
 * Rewrites a query such that it takes its values from rows of `unnest`. Undefined for queries for which that is not
 * the same as running them one after another. `types`: the type of each value.
 */
export function combineQuery(tree: RootOperationNode, types: readonly string[]): CombinedQuery | undefined {
  switch (tree.kind) {
    case "SelectQueryNode":
      return combineSelect(tree, types);
    case "InsertQueryNode":
      return combineInsert(tree, types);
    case "UpdateQueryNode":
      return combineUpdate(tree, types);
    default:
      return undefined;
  }
}

function combineSelect(tree: SelectQueryNode, types: readonly string[]): CombinedQuery {
  const source = sourceOf(types);
  const one = intoColumns(tree);
  const start = [
    `select "${sourceName}".batch_n as "${numberName}", one.* from `,
    " cross join lateral ",
    " as one",
  ];
  return numbered(compile(RawNode.create(start, [source, one])));
}

/** The rows must be different ones: of two changes of the same row, one would be lost. */
function combineUpdate(tree: UpdateQueryNode, types: readonly string[]): CombinedQuery | undefined {
  if (tree.from || tree.joins || tree.returning || tree.with) return undefined;
  const updated = intoColumns(tree) as UpdateQueryNode;
  const number = RawNode.createWithSql(`"${sourceName}".batch_n as "${numberName}"`);
  const query = numbered(
    compile({
      ...updated,
      from: { kind: "FromNode", froms: [sourceOf(types)] },
      returning: ReturningNode.create([number as never]),
    } as UpdateQueryNode),
  );
  // The statement itself returns no rows.
  const withoutRows = ({ count }: CallResult) => ({ rows: [], count });
  return { ...query, resultsOf: (result, calls) => query.resultsOf(result, calls).map(withoutRows) };
}

/** A statement whose rows contain the number of their call. */
function numbered(query: CompiledQuery): CombinedQuery {
  return {
    ...fillable(query),
    resultsOf({ rows }, calls) {
      const results = calls.map(() => ({ rows: [] as Row[], count: 0 }));
      for (const { [numberName]: number, ...row } of rows) {
        const result = results[Number(number) - 1];
        result?.rows.push(row);
        if (result) result.count += 1;
      }
      return results;
    },
  };
}

/** An insert of one row, with `on conflict do nothing` or without. */
function combineInsert(tree: InsertQueryNode, types: readonly string[]): CombinedQuery | undefined {
  const [row, second] = (tree.values as { values?: readonly OperationNode[] } | undefined)?.values ?? [];
  const isPlain = row !== undefined && !second && !tree.with && !tree.orAction && !tree.replace;
  if (!isPlain || (tree.onConflict && !tree.onConflict.doNothing)) return undefined;
  const given = (row as PrimitiveValueListNode).values.map(unwrap);
  // A select would give a constant the type text.
  if (!given.every((value) => value instanceof Placeholder || isRawSql(value))) return undefined;
  const columns = (tree.columns ?? []).map(({ column }) => column.name);
  const { values } = intoColumns(row) as ValueListNode;
  const fragments = [
    "select ",
    ...Array(values.length - 1).fill(", "),
    " from ",
    ` order by "${sourceName}".batch_n`,
  ];
  const select = RawNode.create(fragments, [...values, sourceOf(types)]);
  // The order of the returned rows does not show which call inserted them, but they contain the values of the call.
  const keys = columns.flatMap((name, at) => {
    const value = given[at];
    return value instanceof Placeholder ? [{ name, index: value.index }] : [];
  });
  const names = keys.map(({ name }) => RawNode.createWithSql(`"${name}" as "${sourceName}.${name}"`));
  const asked = tree.returning?.selections ?? [];
  const returning = ReturningNode.create([...asked, ...(tree.onConflict ? names : [])] as never);
  const query = compile({
    ...tree,
    values: select,
    ...(tree.onConflict && { returning }),
  } as InsertQueryNode);
  if (!tree.onConflict)
    return tree.returning ? undefined : { ...fillable(query), resultsOf: (_, calls) => calls.map(oneRow) };
  const keyOf = (valueFor: (key: (typeof keys)[number]) => unknown) => keys.map(valueFor).join("\0");
  return {
    ...fillable(query),
    resultsOf({ rows }, calls) {
      const inserted = new Map(rows.map((row) => [keyOf(({ name }) => row[`${sourceName}.${name}`]), row]));
      return calls.map((values) => {
        const key = keyOf(({ index }) => values[index]);
        const row = inserted.get(key);
        // Of several calls with the same values, the first has inserted the row.
        inserted.delete(key);
        if (!row) return { rows: [], count: 0 };
        const named = Object.entries(row).filter(([name]) => !name.startsWith(`${sourceName}.`));
        return { rows: named.length > 0 ? [Object.fromEntries(named)] : [], count: 1 };
      });
    },
  };
}

const oneRow = () => ({ rows: [], count: 1 });

function isRawSql(value: unknown): boolean {
  return (value as Partial<OperationNode> | null)?.kind === "RawNode";
}

function unwrap(value: unknown): unknown {
  const node = value as Partial<ValueNode> | null;
  return node?.kind === "ValueNode" ? node.value : value;
}

/** `unnest(…) with ordinality`, with a column for each value. */
function sourceOf(types: readonly string[]): RawNode {
  const arrays = types.map((_, index) => ValueNode.create(new Column(index)));
  const fragments = types.map((_, index) => (index > 0 ? `::${types[index - 1]}[], ` : "unnest("));
  const names = types.map((_, index) => `batch_${index}`).join(", ");
  const end = `::${types.at(-1)}[]) with ordinality as "${sourceName}"(${names}, batch_n)`;
  return RawNode.create([...fragments, end], arrays);
}

/** Replaces the placeholders of a query by the columns of the source. */
function intoColumns(tree: OperationNode): OperationNode {
  return new PlaceholderColumns().transformNode(tree);
}

class PlaceholderColumns extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode, _queryId?: QueryId): ValueNode {
    return node.value instanceof Placeholder ? (columnFor(node.value) as ValueNode) : node;
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return ValueListNode.create(node.values.map(columnFor)) as unknown as PrimitiveValueListNode;
  }
}

function columnFor(value: unknown): OperationNode {
  if (!(value instanceof Placeholder)) return ValueNode.create(value);
  return RawNode.createWithSql(`"${sourceName}".batch_${value.index}`);
}

function compile(tree: RootOperationNode): CompiledQuery {
  return new PostgresQueryCompiler().compileQuery(tree, { queryId: "combined" } as never);
}

function fillable({ sql: text, parameters }: CompiledQuery): Pick<CombinedQuery, "text" | "parametersFor"> {
  return {
    text,
    parametersFor: (calls) =>
      parameters.map((value) => (value instanceof Column ? arrayLiteral(calls, value.index) : value)),
  };
}

/**
 * The text of a PostgreSQL array with one value of each call. `unnest` fills shorter arrays up with nulls, so that a
 * value that no call has takes no text, if another array shows how many calls there are.
 */
function arrayLiteral(calls: readonly Values[], index: number): string {
  let text = "{";
  let isEmpty = index > 0;
  for (const [at, values] of calls.entries()) {
    const value = values[index];
    if (at > 0) text += ",";
    if (value === null || value === undefined) {
      text += "NULL";
      continue;
    }
    isEmpty = false;
    if (typeof value === "number") text += value;
    else text += `"${String(value).replace(/["\\]/g, "\\$&")}"`;
  }
  return isEmpty ? "{}" : `${text}}`;
}
