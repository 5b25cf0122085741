/** What a statement changes. */
export interface StatementEffect {
  readonly tables: readonly string[];
  /** Those that an update sets; undefined where rows come or go, and with them all columns. */
  readonly columns?: readonly string[];
  /** Rows that refer to those which go may go with them. */
  readonly cascades: boolean;
  /** It changes the tables themselves. */
  readonly changesSchema: boolean;
}

const verb =
  /\b(insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+(?:["`[]?\w+["`\]]?\s*\.\s*)?["`[]?(\w+)/gi;
/** What changes nothing, unless one of the verbs is in it. */
const harmless = /^\s*(?:select|with|values|explain|pragma|begin|commit|end|rollback|savepoint|release)\b/i;
/** One that only puts values into columns, as most do. */
const plainUpdate = /^update "\w+" set ("\w+" = (?:\?|null|\d+)(?:, "\w+" = (?:\?|null|\d+))*) where /;

/** Undefined for a statement that only reads. One that is not understood is taken to change everything. */
export function effectOf(sql: string): StatementEffect | undefined {
  const found = [...sql.matchAll(verb)].map(([, word = "", table = ""]) => ({ word, table }));
  if (found.length === 0)
    return harmless.test(sql) ? undefined : { tables: [], cascades: false, changesSchema: true };
  const columns = found.length === 1 ? columnsSetBy(sql) : undefined;
  return {
    tables: found.map(({ table }) => table),
    ...(columns && { columns }),
    cascades: found.some(({ word }) => !/^(?:insert\s+into|update)$/i.test(word)),
    changesSchema: false,
  };
}

function columnsSetBy(sql: string): string[] | undefined {
  const assignments = plainUpdate.exec(sql)?.[1];
  return assignments?.match(/(?<=")\w+(?=" = )/g) ?? undefined;
}
