/** More cards than this would be advertising. */
const mostCards = 3;

/** The codes of the invite links in a text that lead to pages of these origins. */
export function inviteCodes(text: string, origins: readonly string[]): readonly string[] {
  const codes = new Set<string>();
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>()[\]"'`]+/g)) {
    const url = URL.parse(address);
    const code =
      url && origins.includes(url.origin)
        ? /^\/invite\/([\w-]{1,64})\/?$/.exec(url.pathname)?.[1]
        : undefined;
    if (code) codes.add(code);
    if (codes.size === mostCards) break;
  }
  return [...codes];
}
