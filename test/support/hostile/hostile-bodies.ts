import {
  IsArray,
  IsEnum,
  IsInteger,
  IsLiteral,
  IsNumber,
  IsObject,
  IsRecord,
  IsString,
  IsUnion,
  RecordValue,
  type TSchema,
} from "typebox";

/** Bytes of the largest body that the server reads. */
export const megabyte = 1_048_576;

/** Characters that are costly to compare, convert, match or normalise, as they are written in JSON. */
const units = [
  "a",
  "\\u0041",
  "\\n",
  "e\u0301",
  "👍",
  "\\ud83d\\udc4d",
  "ü.",
  "@",
  "%",
  "-",
  "<",
  "`",
  "\ufdfa",
];

const many = (length: number, item: (index: number) => string) =>
  Array.from({ length }, (_, index) => item(index));
const fill = (unit: string, bytes = megabyte - 64) =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Bodies that suit no schema. Some have as many values as are parsed at all. */
export const shapelessBodies: Readonly<Record<string, string>> = {
  "lists in lists": fill("[", megabyte / 2) + fill("]", megabyte / 2),
  "lists in lists, cut off": fill("["),
  "objects in objects": `${'{"a":'.repeat(170_000)}1${"}".repeat(170_000)}`,
  "many numbers": `[${fill("1,")}1]`,
  "many empty objects": `[${fill("{},")}{}]`,
  "as many numbers as are parsed": `[${"1,".repeat(19_990)}1]`,
  "as many nested lists as are parsed": `[${`${"[".repeat(31)}${"]".repeat(31)},`.repeat(600)}1]`,
  "as many keys as are parsed": `{${many(19_900, (index) => `"${index * 53_113}":"${"x".repeat(30)}"`)}}`,
  "many keys": `{${many(80_000, (index) => `"key${index}":1`)}}`,
  "one key many times": `{${many(19_000, () => `"email":"${"x".repeat(30)}"`)}}`,
  "a long number": fill("1"),
  "a long fraction": `1.${fill("9")}e-310`,
  "white space": `${fill(" ")}1`,
  "a string without an end": `"${fill("\\\\")}`,
  ...Object.fromEntries(units.map((unit) => [`a text of ${unit}`, `"${fill(unit)}"`])),
};

interface Filling {
  /** The text of every string, as it is written in JSON. */
  readonly text: string;
  /** How many items the outer lists and records get, and how many the lists in them. */
  readonly items: number;
  readonly inner?: number;
  /** Whether lists get so many items even if their schema allows fewer. */
  readonly tooMany?: true;
  /** Stands in the place of the last value of every list and object. */
  readonly last?: string;
}

/** The JSON of a value with all fields of the schema, one for each variant of its unions. */
function fillings(schema: TSchema, filling: Filling): string[] {
  const { items, inner = 1, last, tooMany } = filling;
  const { minimum, maxItems = items, maxProperties = items } = schema as Record<string, number | undefined>;
  const first = (child: TSchema, given = filling) => fillings(child, given)[0] ?? "null";
  const withLast = (parts: string[]) => (last === undefined ? parts : [...parts.slice(0, -1), last]);
  const repeat = (child: TSchema, most: number) => {
    const item = first(child, { ...filling, items: inner });
    return withLast(many(tooMany ? items : Math.min(items, most), () => item));
  };
  if (IsUnion(schema)) return schema.anyOf.flatMap((variant) => fillings(variant, filling));
  if (IsString(schema)) return [`"${filling.text}"`];
  if (IsInteger(schema) || IsNumber(schema)) return [String(minimum ?? 0)];
  if (IsLiteral(schema)) return [JSON.stringify(schema.const)];
  if (IsEnum(schema)) return [JSON.stringify(schema.enum.at(-1))];
  if (IsArray(schema)) return [`[${repeat(schema.items, maxItems)}]`];
  if (IsRecord(schema)) {
    const values = repeat(RecordValue(schema), maxProperties);
    return [`{${values.map((value, index) => `"${index * 53_113}":${value}`)}}`];
  }
  if (!IsObject(schema)) return ["true"];
  const names = Object.keys(schema.properties);
  const values = withLast(Object.values(schema.properties).map((child) => first(child)));
  return [`{${names.map((name, index) => `"${name}":${values[index]}`)}}`];
}

/** Lengths of lists: as long as their schemas allow, and longer. */
const widths: Omit<Filling, "text">[] = [
  { items: 120 },
  { items: 190, inner: 90 },
  { items: 9_500 },
  { items: 19_500, tooMany: true },
  { items: 60_000, tooMany: true },
];

/**
 * Bodies of up to a megabyte that are almost what the schema wants: long texts and lists, with a mistake at the end. Of
 * the ways to fill the schema, those whose numbers `isChosen` accepts.
 */
export function hostileBodies(schema: TSchema, isChosen: (number: number) => boolean): string[] {
  const texts = Math.max(1, (fillings(schema, { text: "§", items: 1 })[0] ?? "").split("§").length - 1);
  const long = units.map((unit) => ({ text: fill(unit, (megabyte - 4_096) / texts), items: 1 }));
  const wide = widths.flatMap((width) => [
    { ...width, text: "a" },
    { ...width, text: "a", last: "null" },
    { ...width, text: "\\u0000" },
    { ...width, text: "\ud83d\udc4d".repeat(12), last: "[]" },
  ]);
  const filled = (ways: readonly Filling[]) =>
    ways.filter((_, number) => isChosen(number)).flatMap((filling) => fillings(schema, filling));
  const lists = filled(wide);
  // Every item is of a wrong type.
  const wrong = lists.map((body) => body.replaceAll(/\{[^{}]*\}|"a"/g, "{}"));
  return [...filled(long), ...lists, ...wrong].filter((body) => body.length <= megabyte);
}
