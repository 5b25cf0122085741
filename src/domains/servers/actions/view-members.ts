import type { Reader } from "../../../store/tx.ts";
import { type User, viewKnownUsers } from "../../users/index.ts";
import type { Member } from "../model.ts";
import { memberView } from "../rules/views.ts";
import type { MemberWithUser } from "../store/member-lists.ts";

export interface ViewedMember {
  readonly member: Member;
  readonly user: User;
}

/** Members as somebody sees them who is one too. */
export async function viewMembers(
  db: Reader,
  viewerId: string,
  seats: readonly MemberWithUser[],
): Promise<ViewedMember[]> {
  const users = await viewKnownUsers(
    db,
    viewerId,
    seats.map(({ user }) => user),
  );
  return seats.flatMap(({ member }, index) => {
    const user = users[index];
    return user ? [{ member: memberView(member), user }] : [];
  });
}

/** As two lists, in the same order, which is how clients take them. */
export function splitMembers(seen: readonly ViewedMember[]): { members: Member[]; users: User[] } {
  return { members: seen.map(({ member }) => member), users: seen.map(({ user }) => user) };
}
