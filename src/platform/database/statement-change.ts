/** What a statement changes. */
export interface Change {
  readonly tables: readonly string[];
  /** Those that an update sets; undefined where rows come or go, and with them all columns. */
  readonly columns?: readonly string[];
  /** Rows that refer to those which go may go with them. */
  readonly takesOthers: boolean;
  /** It changes the tables themselves. */
  readonly isOfSchema: boolean;
}

const verb = /\b(insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from)\s+"?(\w+)"?/gi;
const definition = /^\s*(?:create|drop|alter|vacuum|reindex)\b/i;
/** One that only puts values into columns, as most do. */
const plainUpdate = /^update "\w+" set ("\w+" = (?:\?|null|\d+)(?:, "\w+" = (?:\?|null|\d+))*) where /;

/** Undefined for a statement that only reads. */
export function changeOf(sql: string): Change | undefined {
  if (definition.test(sql)) return { tables: [], takesOthers: false, isOfSchema: true };
  const found = [...sql.matchAll(verb)].map(([, word = "", table = ""]) => ({ word, table }));
  if (found.length === 0) return undefined;
  const columns = found.length === 1 ? columnsSetBy(sql) : undefined;
  return {
    tables: found.map(({ table }) => table),
    ...(columns && { columns }),
    takesOthers: found.some(({ word }) => !/^(?:insert into|update)$/i.test(word)),
    isOfSchema: false,
  };
}

function columnsSetBy(sql: string): string[] | undefined {
  const assignments = plainUpdate.exec(sql)?.[1];
  return assignments?.match(/(?<=")\w+(?=" = )/g) ?? undefined;
}
