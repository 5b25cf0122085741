export interface Mentions {
  /** Each once, in the order of their first appearance. */
  users: string[];
  /** Each once, like users. */
  roles: string[];
  everyone: boolean;
  online: boolean;
}

const marker = /`{1,3}/g;

/** The parts of a text that matter for mentions. Each match attempt reads at most 29 characters. */
const token = /(`{1,3})|<([@%])([0-9A-HJKMNP-TV-Z]{26})>|@(everyone|online)/g;

/**
 * The matches of a pattern outside of code, except those right after a backslash, which also escapes a back-tick. The
 * first group of the pattern matches the markers of code. Takes linear time for any text: it is scanned twice.
 */
export function* matchOutsideCode(content: string, pattern: RegExp): Iterable<RegExpExecArray> {
  const ahead = countMarkers(content);
  let code: string | undefined;
  for (const match of content.matchAll(pattern)) {
    const [, ticks] = match;
    const escaped = content[match.index - 1] === "\\";
    if (ticks !== undefined) {
      const left = (ahead.get(ticks) ?? 0) - 1;
      ahead.set(ticks, left);
      // A backslash does not escape inside of code. A marker that no equal one closes does not begin code.
      if (code === ticks) code = undefined;
      else if (code === undefined && !escaped && left > 0) code = ticks;
    } else if (code === undefined && !escaped) yield match;
  }
}

/** Parses the mentions in a text. */
export function parseMentions(content: string): Mentions {
  // Most texts mention nobody.
  if (!content.includes("@") && !content.includes("<%"))
    return { users: [], roles: [], everyone: false, online: false };
  const users = new Set<string>();
  const roles = new Set<string>();
  const words = new Set<string>();
  for (const { 2: sign, 3: id = "", 4: word = "" } of matchOutsideCode(content, token)) {
    if (sign === "@") users.add(id);
    else if (sign === "%") roles.add(id);
    else words.add(word);
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

/** A channel, as far as it decides who can be mentioned there. */
export type MentionScope =
  | { kind: "SavedMessages" }
  | { kind: "DirectMessage" | "Group"; recipients: readonly string[] }
  /** The predicate is true for members of the server who can view the channel. */
  | { kind: "TextChannel"; canView: (user: string) => boolean };

/** Bounds the queries for one message: each mentioned user is looked up. */
const maxMentions = 1000;

/** The users named in the text, then the authors replied to, without duplicates. */
export function collectMentioned(inText: readonly string[], repliedTo: readonly string[] = []): string[] {
  // Most messages mention nobody.
  if (inText.length + repliedTo.length === 0) return [];
  const distinct = new Set<string>();
  for (const ids of [inText, repliedTo]) {
    for (const id of ids) {
      if (distinct.size === maxMentions) break;
      distinct.add(id);
    }
  }
  return [...distinct];
}

/** Those of the users who can read the channel. Authors may mention themselves. */
export function filterMentioned(scope: MentionScope, mentioned: readonly string[]): string[] {
  const ids = collectMentioned(mentioned);
  switch (scope.kind) {
    case "SavedMessages":
      return [];
    case "DirectMessage":
    case "Group": {
      const recipients = new Set(scope.recipients);
      return ids.filter((id) => recipients.has(id));
    }
    case "TextChannel":
      return ids.filter((id) => scope.canView(id));
  }
}
