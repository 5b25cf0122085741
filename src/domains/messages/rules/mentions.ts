export interface Mentions {
  /** Each once, in the order of their first appearance. */
  users: string[];
  /** Like users. */
  roles: string[];
  everyone: boolean;
  online: boolean;
}

const marker = /`{1,3}/g;

/** What a text is made of, as far as mentions go. Every attempt looks at 29 characters at most. */
const token = /(`{1,3})|<([@%])([0-9A-HJKMNP-TV-Z]{26})>|@(everyone|online)/g;

/**
 * Who is mentioned. Nobody is inside of code, nor right behind a backslash, which makes a back-tick an ordinary
 * character as well. The text is read twice, from its beginning to its end, whatever is in it.
 */
export function parseMentions(content: string): Mentions {
  // Most texts mention nobody, and no more than a glance at them is needed to know it.
  if (!/@|<%/.test(content)) return { users: [], roles: [], everyone: false, online: false };
  const users = new Set<string>();
  const roles = new Set<string>();
  const words = new Set<string>();
  const ahead = countMarkers(content);
  let code: string | undefined;
  for (const { 1: ticks, 2: sign, 3: id = "", 4: word = "", index } of content.matchAll(token)) {
    const escaped = content[index - 1] === "\\";
    if (ticks !== undefined) {
      const left = (ahead.get(ticks) ?? 0) - 1;
      ahead.set(ticks, left);
      // A backslash means nothing inside of code. What no marker of its kind will close is not code.
      if (code === ticks) code = undefined;
      else if (code === undefined && !escaped && left > 0) code = ticks;
    } else if (code === undefined && !escaped) {
      if (sign === "@") users.add(id);
      else if (sign === "%") roles.add(id);
      else words.add(word);
    }
  }
  return {
    users: [...users],
    roles: [...roles],
    everyone: words.has("everyone"),
    online: words.has("online"),
  };
}

function countMarkers(content: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [ticks] of content.matchAll(marker)) counts.set(ticks, (counts.get(ticks) ?? 0) + 1);
  return counts;
}
