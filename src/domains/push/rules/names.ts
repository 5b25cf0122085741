export interface NamesById {
  readonly users: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly emojis: ReadonlyMap<string, string>;
}

const token = /<([@%#])([0-9A-HJKMNP-TV-Z]{26})>|:([0-9A-HJKMNP-TV-Z]{26}):/g;

/** Each id costs a query. */
const maxReferences = 20;

/** Finds the channels and emoji in a text. Users and roles are left to the mentions of the message. */
export function findReferencedIds(text: string): { channels: string[]; emojis: string[] } {
  const channels = new Set<string>();
  const emojis = new Set<string>();
  for (const { 1: sign, 2: id = "", 3: emoji } of text.matchAll(token)) {
    if (channels.size + emojis.size === maxReferences) break;
    if (emoji !== undefined) emojis.add(emoji);
    else if (sign === "#") channels.add(id);
  }
  return { channels: [...channels], emojis: [...emojis] };
}

/** Puts names in the place of ids; an id without a name stays as it is. */
export function replaceIds(text: string, names: NamesById): string {
  return text.replace(token, (whole, sign: string | undefined, id: string, emoji: string | undefined) => {
    if (emoji !== undefined) return decorate(names.emojis.get(emoji), ":", ":") ?? whole;
    if (sign === "#") return decorate(names.channels.get(id), "#") ?? whole;
    return decorate((sign === "@" ? names.users : names.roles).get(id), "@") ?? whole;
  });
}

function decorate(name: string | undefined, before: string, after = ""): string | undefined {
  return name === undefined ? undefined : `${before}${name}${after}`;
}
