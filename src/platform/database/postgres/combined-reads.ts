import {
  type OperationNode,
  OperationNodeTransformer,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  RawNode,
  type RootOperationNode,
  ValueListNode,
  ValueNode,
} from "kysely";
import { Batcher } from "../../concurrency/batcher.ts";
import { Placeholder, type Prepared, type ReadQuery } from "../prepared.ts";
import { arraysOf, type RowType } from "../unnest.ts";
import type { Execute } from "./connection.ts";

type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a query of any values and rows
type AnyPrepared = Prepared<any, any>;
type Texts = readonly string[];

/** Names that no query has. */
const [numberName, sourceName] = ["given.n", "given"];
const batching = { maxSize: 64, maxHoldMs: 250 };

/**
 * Answers reads of the same query that come while one runs with one statement. For queries whose values are texts, and
 * whose rows callers do not change.
 */
export class CombinedReads {
  readonly #execute: Execute;
  readonly #batchers = new Map<AnyPrepared, Batcher<Texts, Row[]>>();

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  find<P extends readonly unknown[], R>(query: ReadQuery<P, R>, values: P): Promise<R[]> {
    let batcher = this.#batchers.get(query);
    if (!batcher) {
      const combined = combine(query);
      batcher = new Batcher((calls) => this.#findAll(query, combined, calls), batching);
      this.#batchers.set(query, batcher);
    }
    return batcher.add(values as Texts) as Promise<R[]>;
  }

  /** The rows of each call; for one that fails, a promise that is rejected. */
  async #findAll(query: AnyPrepared, combined: Combined, calls: readonly Texts[]) {
    if (calls.length > 1)
      try {
        return await this.#findTogether(combined, calls);
      } catch {
        // A value that PostgreSQL refuses fails its own call alone.
      }
    const found = calls.map((values) => this.#findOne(query, values));
    await Promise.allSettled(found);
    return found as unknown as Row[][];
  }

  async #findTogether({ text, type }: Combined, calls: readonly Texts[]): Promise<Row[][]> {
    // Calls with the same values share their rows.
    const distinct = new Map(calls.map((values) => [values.join("\0"), values]));
    const given = [...distinct.values()].map((values) =>
      Object.fromEntries(values.map((value, at) => [`v${at}`, value])),
    );
    const { rows } = await this.#execute(text, arraysOf(type, given));
    const found: Row[][] = given.map(() => []);
    for (const { [numberName]: number, ...row } of rows) found[Number(number) - 1]?.push(row);
    const places = new Map([...distinct.keys()].map((key, at) => [key, at]));
    return calls.map((values) => found[places.get(values.join("\0")) ?? -1] ?? []);
  }

  async #findOne(query: AnyPrepared, values: Texts): Promise<Row[]> {
    const { sql } = query.compiled("postgres");
    return (await this.#execute(sql, query.parameters("postgres", values))).rows;
  }
}

interface Combined {
  readonly text: string;
  readonly type: RowType;
}

/** Rewrites a query such that it takes its values from rows of `unnest`, and numbers its rows by them. */
function combine(query: AnyPrepared): Combined {
  const { query: tree, parameters } = query.compiled("postgres");
  const count = 1 + Math.max(...parameters.map((value) => (value instanceof Placeholder ? value.index : 0)));
  const type = Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, "text" as const]));
  const names = Object.keys(type);
  const arrays = names.map((_, at) => `$${at + 1}::text[]`).join(", ");
  const source = `unnest(${arrays}) with ordinality as ${sourceName}(${names.join(", ")}, n)`;
  const select = `select ${sourceName}.n as "${numberName}", one.* from ${source} cross join lateral `;
  const one = new PlaceholderColumns().transformNode(tree as OperationNode);
  const combined = RawNode.create([select, " as one"], [one]) as RootOperationNode;
  return {
    text: new PostgresQueryCompiler().compileQuery(combined, { queryId: "combined" } as never).sql,
    type,
  };
}

/** Replaces the placeholders of a query by the columns of the source, and its constants by literals. */
class PlaceholderColumns extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return columnFor(node.value) as ValueNode;
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return ValueListNode.create(node.values.map(columnFor)) as unknown as PrimitiveValueListNode;
  }
}

function columnFor(value: unknown): OperationNode {
  if (value instanceof Placeholder) return RawNode.createWithSql(`${sourceName}.v${value.index}`);
  return ValueNode.createImmediate(value);
}
