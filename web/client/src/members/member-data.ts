import type { Member, User } from "../../../protocol/types.ts";

/** A member as the server describes them. */
export interface MemberData {
  readonly user: User;
  readonly member: Member;
}

export const nameOf = ({ user, member }: MemberData) => member.nickname ?? user.display_name ?? user.username;

export const isOnline = ({ user }: MemberData) => user.online && user.status?.presence !== "Invisible";
