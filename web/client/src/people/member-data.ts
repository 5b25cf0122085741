import type { Member, User } from "stoat-api";
import type { ServerEvent } from "../session/mend-events.ts";

/** A member as the server describes them. */
export interface MemberData {
  readonly user: User;
  readonly member: Member;
}

export const nameOf = ({ user, member }: MemberData) => member.nickname ?? user.display_name ?? user.username;

export const isOnline = ({ user }: MemberData) => user.online && user.status?.presence !== "Invisible";

const clearedOfUser: Record<string, keyof User> = { Avatar: "avatar", DisplayName: "display_name" };
const clearedOfMember: Record<string, keyof Member> = {
  Nickname: "nickname",
  Avatar: "avatar",
  Roles: "roles",
  Timeout: "timeout",
};

interface Changes {
  readonly data?: object;
  readonly clear?: readonly string[];
}

/** The user after an event about them. */
export function changedUser(user: User, event: ServerEvent): User {
  const { data, clear = [] } = event as Changes;
  const next = without(user, clear, clearedOfUser);
  Object.assign(next, data);
  if (clear.includes("StatusText")) next.status = { ...next.status, text: null };
  if (clear.includes("StatusPresence")) next.status = { ...next.status, presence: null };
  return next;
}

/** The member after an event about them. */
export function changedMember(member: Member, event: ServerEvent): Member {
  const { data, clear = [] } = event as Changes;
  return Object.assign(without(member, clear, clearedOfMember), data);
}

function without<T extends object>(whole: T, clear: readonly string[], fields: Record<string, keyof T>): T {
  const rest = { ...whole };
  for (const name of clear) {
    const field = fields[name];
    if (field !== undefined) delete rest[field];
  }
  return rest;
}
