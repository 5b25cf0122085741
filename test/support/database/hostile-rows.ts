import type { Database as Handle } from "bun:sqlite";

/** Texts that an engine, an array or a comparison could mistake for something else. */
const hostileTexts = [
  "",
  " ",
  "NULL",
  "null",
  "{}",
  '{"a": [1, "\\u0000", "\\ud800"]}',
  '"quoted" \\ back\\\\slash {brace, comma}',
  "it's; drop table users; --",
  "line\nbreak\r\n\ttab \u0001\u007f",
  "👩‍👩‍👧‍👦 e\u0301 é ﷽ \u{10ffff} \uffff \ufeff",
  "\ud800 a half of a pair, which becomes U+FFFD when it is stored",
  "a".repeat(100_000),
];

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Adds a row for each text to every table. Numbers are as large as they can be; references lead to such rows. */
export function fillWithHostileRows(handle: Handle, tables: ReadonlyMap<string, readonly string[]>): void {
  // The rows are added in any order, and are whole in the end.
  handle.run("pragma foreign_keys = off");
  for (const name of tables.keys()) {
    const columns = handle.query<Column, []>(`select name, type from pragma_table_info('${name}')`).all();
    const references = handle
      .query<Reference, []>(`select "table", "from", "to" from pragma_foreign_key_list('${name}')`)
      .all();
    const insert = handle.prepare(
      `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(", ")})
       values (${columns.map(() => "?").join(", ")})`,
    );
    for (const [index, text] of hostileTexts.entries())
      insert.run(...columns.map((column) => hostileValue(column, { index, text, references })));
  }
  handle.run("pragma foreign_keys = on");
  const broken = handle.query("pragma foreign_key_check").all();
  if (broken.length > 0) throw new Error(`references lead nowhere: ${JSON.stringify(broken.slice(0, 3))}`);
}

function hostileValue(
  { name, type }: Column,
  { index, text, references }: { index: number; text: string; references: readonly Reference[] },
): string | number {
  if (type.toLowerCase() === "integer") return index % 2 ? 2 ** 31 - 1 : -(2 ** 31);
  if (type.toLowerCase() === "bigint") return index % 2 ? Number.MAX_SAFE_INTEGER : -Number.MAX_SAFE_INTEGER;
  // A key has to be unique, and an index takes no long ones.
  const isKey = references.some(({ from }) => from === name) || keyLike.test(name);
  return isKey ? `${index} ${text.slice(0, 50)}` : text;
}

/** The columns that a primary key, a unique or another index holds. */
const keyLike =
  /^(id|code|key|hash|blob_key|digest|pair|recipient|source|whom|emoji|sid|username_key|discriminator|email_normalised|used_as|used_by|status|deletion|failed)$|_id$|_digest$/;
