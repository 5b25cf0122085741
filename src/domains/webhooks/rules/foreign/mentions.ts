/** The form of ids of this instance. */
export const ownId = "[0-9A-HJKMNP-TV-Z]{26}";

export interface AllowedMentions {
  readonly everyone: boolean;
  readonly users: "all" | ReadonlySet<string>;
  readonly roles: "all" | ReadonlySet<string>;
}

const noMentions: AllowedMentions = { everyone: false, users: new Set(), roles: new Set() };

const mention = new RegExp(`(?<!\\\\)(?:<@(${ownId})>|<%(${ownId})>|@(?:everyone|online))`, "g");

/**
 * Escapes all mentions except the allowed ones with a backslash, even in code: a text that is shortened afterwards may
 * lose the end of a code block.
 */
export function escapeMentions(text: string, allowed: AllowedMentions = noMentions): string {
  return text.replace(mention, (all, user?: string, role?: string) => {
    const isAllowed =
      user !== undefined
        ? isListed(allowed.users, user)
        : role !== undefined
          ? isListed(allowed.roles, role)
          : allowed.everyone;
    return isAllowed ? all : `\\${all}`;
  });
}

/** Encodes mass mentions in a URL, which then still leads to the same place. */
export function escapeMentionsInUrl(url: string): string {
  return url.replace(/@(?=everyone|online)/g, "%40");
}

function isListed(ids: "all" | ReadonlySet<string>, id: string): boolean {
  return ids === "all" || ids.has(id);
}
