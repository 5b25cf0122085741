import type { AllMemberResponse, Member, User } from "../../../protocol/types.ts";

/** A member as the server describes them. */
export interface MemberData {
  readonly user: User;
  readonly member: Member;
}

/** The users of a reply are in the order of its members. */
export const withUsers = ({ members, users }: AllMemberResponse): MemberData[] =>
  members.flatMap((member, at) => {
    const user = users[at];
    return user ? [{ user, member }] : [];
  });
