/** The names that serde writes for a type. */
interface RustType {
  /** The fields of a struct. */
  readonly fields: readonly string[];
  /** The variants of an enum, with their fields. */
  readonly variants: ReadonlyMap<string, readonly string[]>;
  /** Whether the names of variants are left out. */
  readonly isUntagged: boolean;
}

const comment = /'(?:\\.|[^'\\])'|"(?:\\.|[^"\\])*"|\/\/.*|\/\*[\s\S]*?\*\//g;
const attributes = String.raw`(?:#\[(?:[^[\]]|\[[^\]]*\])*\]\s*)*`;
const definition = new RegExp(`(${attributes})(?:pub\\s+)?(struct|enum)\\s+(\\w+)[^{};()]*\\{`, "g");
const member = new RegExp(`^\\s*(${attributes})(?:pub(?:\\([^)]*\\))?\\s+)?(?:r#)?(\\w+)([\\s\\S]*)$`);

/** Source without comments, and with spaces for shift operators, which would look like brackets. */
export function cleanRust(source: string): string {
  return source.replace(comment, (found) => (found.startsWith("/") ? "" : found)).replaceAll("<<", " ");
}

/** Finds the types with named fields or variants in a source, whatever macro they are in. */
export function readRustTypes(source: string): Map<string, RustType> {
  const text = cleanRust(source);
  const types = new Map<string, RustType>();
  for (const match of text.matchAll(definition)) {
    const [whole, attributes = "", kind, name = ""] = match;
    const members = membersOf(blockAt(text, match.index + whole.length), attributes);
    const isEnum = kind === "enum";
    types.set(name, {
      fields: isEnum ? [] : members.map((each) => each.name),
      variants: new Map(isEnum ? members.map((each) => [each.name, fieldsOfVariant(each)]) : []),
      isUntagged: /\buntagged\b/.test(attributes),
    });
  }
  return types;
}

interface Member {
  readonly name: string;
  readonly attributes: string;
  /** What follows the name. */
  readonly rest: string;
}

function membersOf(body: string, attributesOfType: string): Member[] {
  return splitAtCommas(body).flatMap((text) => {
    const [, attributes = "", name = "", rest = ""] = member.exec(text) ?? [];
    if (name === "" || /\bserde\(\s*(skip\s*[,)]|flatten)/.test(attributes)) return [];
    const renamed = /\brename\s*=\s*"([^"]+)"/.exec(attributes)?.[1];
    return [{ name: renamed ?? inCase(name, attributesOfType), attributes, rest }];
  });
}

function fieldsOfVariant({ attributes, rest }: Member): string[] {
  const block = rest.indexOf("{");
  return block < 0 ? [] : membersOf(blockAt(rest, block + 1), attributes).map(({ name }) => name);
}

function inCase(name: string, attributes: string): string {
  const style = /\brename_all\s*=\s*"([^"]+)"/.exec(attributes)?.[1];
  if (style === "lowercase") return name.toLowerCase();
  const snake = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_");
  if (style === "snake_case") return snake.toLowerCase();
  return style === "SCREAMING_SNAKE_CASE" ? snake.toUpperCase() : name;
}

/** The text up to the brace that closes the one before `start`. */
function blockAt(text: string, start: number): string {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if ("([{<".includes(character)) depth += 1;
    else if (")]}>".includes(character)) depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
