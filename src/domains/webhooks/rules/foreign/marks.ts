/** How our own ids look. */
export const ownId = "[0-9A-HJKMNP-TV-Z]{26}";

/** Whom a text may mention. */
export interface Allowed {
  readonly everyone: boolean;
  readonly users: "all" | readonly string[];
  readonly roles: "all" | readonly string[];
}

export const nobody: Allowed = { everyone: false, users: [], roles: [] };

const mark = new RegExp(`(?<!\\\\)(?:<@(${ownId})>|<%(${ownId})>|@(?:everyone|online))`, "g");

/**
 * Takes the effect from all mentions but the allowed ones, by a backslash. In code as well: a text that is
 * shortened afterwards may lose the end of its code.
 */
export function escapeMarks(text: string, allowed: Allowed = nobody): string {
  return text.replace(mark, (all, user?: string, role?: string) => {
    const isAllowed =
      user !== undefined
        ? holds(allowed.users, user)
        : role !== undefined
          ? holds(allowed.roles, role)
          : allowed.everyone;
    return isAllowed ? all : `\\${all}`;
  });
}

/** The same address, in which nothing looks like a mention of everyone. */
export function unmarkAddress(address: string): string {
  return address.replace(/@(?=everyone|online)/g, "%40");
}

function holds(ids: "all" | readonly string[], id: string): boolean {
  return ids === "all" || ids.includes(id);
}
