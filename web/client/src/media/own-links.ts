/** More cards than this would be advertising. */
const mostCards = 3;

/** A message that a link leads to. */
export interface MessageLink {
  readonly channelId: string;
  readonly messageId: string;
}

/** The codes of the invite links in a text that lead to pages of these origins. */
export function inviteCodes(text: string, origins: readonly string[]): readonly string[] {
  return findLinks(text, origins, /^\/invite\/([\w-]{1,64})\/?$/, ([code = ""]) => code);
}

/** Code, spoilers, and links in angle brackets, by which authors ask for no preview. */
const withoutPreview = /```[\s\S]*?```|`[^`\n]*`|\|\|[\s\S]*?\|\||<[^<>\s]*>/g;

/** The messages that a text links to by pages of these origins. */
export function messageLinks(text: string, origins: readonly string[]): readonly MessageLink[] {
  const id = "([0-9A-HJKMNP-TV-Z]{26})";
  const path = new RegExp(`^(?:/server/[^/]+)?/channel/${id}/${id}/?$`);
  const keys = findLinks(text.replaceAll(withoutPreview, " "), origins, path, (ids) => ids.join());
  return keys.map((key) => ({ channelId: key.slice(0, 26), messageId: key.slice(27) }));
}

/** What a pattern finds in the paths of links, each once. */
function findLinks(
  text: string,
  origins: readonly string[],
  path: RegExp,
  keyOf: (found: readonly string[]) => string,
): readonly string[] {
  const keys = new Set<string>();
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>()[\]"'`]+/g)) {
    const url = URL.parse(address);
    const found = url && origins.includes(url.origin) ? path.exec(url.pathname) : null;
    if (found) keys.add(keyOf(found.slice(1)));
    if (keys.size === mostCards) break;
  }
  return [...keys];
}
