import { parseSync } from "oxc-parser";

/** A change to one place of the source that a test should notice. */
export interface Mutant {
  /** Path in the repository. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly changed: string;
  /** It is outside of all functions, so that it runs once in a process, however many tests follow. */
  readonly runsAtLoad: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const operators: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "??": "&&",
};

/** Types are not run. These wrap values. */
const valuesWithTypes = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"]);

/** Lists every mutant of a source file. Texts, types and lines of the log are left alone. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = [];
  let functions = 0;
  const add = ({ start, end }: Node, changed: string) => {
    const line = source.slice(0, start).split("\n").length;
    const original = source.slice(start, end);
    mutants.push({ file, line, start, end, original, changed, runsAtLoad: functions === 0 });
  };
  const textOf = ({ start, end }: Node) => source.slice(start, end);

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    const node = value;
    if (node.type.startsWith("TS") && !valuesWithTypes.has(node.type)) return;
    if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return;
    const isFunction = /^(Arrow)?Function/.test(node.type);
    if (isFunction) functions += 1;
    mutate(node);
    for (const [key, child] of Object.entries(node)) {
      const isName = key === "key" && node.computed !== true;
      if (!isName && key !== "typeAnnotation" && key !== "typeArguments") visit(child);
    }
    if (isFunction) functions -= 1;
  };

  const mutate = (node: Node): void => {
    const { type, operator, left, right, test, argument, expression } = node;
    if ((type === "BinaryExpression" || type === "LogicalExpression") && isNode(left) && isNode(right)) {
      const other = operators[String(operator)];
      // The others are rarely arithmetic of two numbers.
      if (other) add(node, `(${textOf(left)}) ${other} (${textOf(right)})`);
      else if (operator === "-") add(node, `(${textOf(left)}) + (${textOf(right)})`);
      else if (operator === "*") add(node, `(${textOf(left)}) / (${textOf(right)})`);
    }
    if (type === "UnaryExpression" && operator === "!" && isNode(argument)) add(node, textOf(argument));
    if ((type === "IfStatement" || type === "ConditionalExpression") && isNode(test))
      add(test, `!(${textOf(test)})`);
    if (type === "Literal" && typeof node.value === "boolean") add(node, String(!node.value));
    if (type === "Literal" && typeof node.value === "number") add(node, String(node.value + 1));
    if (type === "ReturnStatement" && isNode(argument) && textOf(argument) !== "undefined")
      add(argument, "undefined");
    if (type === "ExpressionStatement" && isNode(expression) && isCall(expression)) {
      if (!/\blog\b/.test(textOf(expression).split("(")[0] ?? "")) add(expression, "undefined");
    }
  };

  visit(parseSync(file, source).program);
  return mutants;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";

const isCall = ({ type, argument }: Node): boolean =>
  type === "CallExpression" || (type === "AwaitExpression" && isNode(argument) && isCall(argument));

/** The source with a mutant in it. */
export const withMutant = (source: string, { start, end, changed }: Mutant): string =>
  `${source.slice(0, start)}(${changed})${source.slice(end)}`;

/** The source with calls that say which of the mutants' places are run, by the numbers of the mutants. */
export function withMarks(source: string, mutants: ReadonlyMap<number, Mutant>): string {
  // Outer marks begin before inner ones and end after them.
  const opening = [...mutants].toSorted(([, a], [, b]) => b.end - a.end);
  const inserts = opening.flatMap(([number, { start, end }], order) => [
    { at: start, text: `(globalThis.mutantIsReached?.(${number}), `, order },
    { at: end, text: ")", order: -1 - order },
  ]);
  let [marked, copied] = ["", 0];
  for (const { at, text } of inserts.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
    marked += source.slice(copied, at) + text;
    copied = at;
  }
  return marked + source.slice(copied);
}
