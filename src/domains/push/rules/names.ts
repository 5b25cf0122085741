/** Names by id. */
export interface Names {
  readonly users: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly emojis: ReadonlyMap<string, string>;
}

const token = /<([@%#])([0-9A-HJKMNP-TV-Z]{26})>|:([0-9A-HJKMNP-TV-Z]{26}):/g;

/** Whose names a text needs beside those of the people and roles that it is known to mention. Each is a query. */
const most = 20;

export function findNamed(text: string): { channels: string[]; emojis: string[] } {
  const channels = new Set<string>();
  const emojis = new Set<string>();
  for (const { 1: sign, 2: id = "", 3: emoji } of text.matchAll(token)) {
    if (channels.size + emojis.size === most) break;
    if (emoji !== undefined) emojis.add(emoji);
    else if (sign === "#") channels.add(id);
  }
  return { channels: [...channels], emojis: [...emojis] };
}

/** The text as people read it; what has no name here stays as it is. */
export function nameAll(text: string, names: Names): string {
  return text.replace(token, (whole, sign: string | undefined, id: string, emoji: string | undefined) => {
    if (emoji !== undefined) return named(names.emojis.get(emoji), ":", ":") ?? whole;
    if (sign === "#") return named(names.channels.get(id), "#") ?? whole;
    return named((sign === "@" ? names.users : names.roles).get(id), "@") ?? whole;
  });
}

function named(name: string | undefined, before: string, after = ""): string | undefined {
  return name === undefined ? undefined : `${before}${name}${after}`;
}
