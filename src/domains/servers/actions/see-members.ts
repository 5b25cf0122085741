import type { Reader } from "../../../declare/tx.ts";
import { seeKnown, type User } from "../../users/index.ts";
import type { Member } from "../model.ts";
import { memberView } from "../rules/views.ts";
import type { Seat } from "../store/member-lists.ts";

export interface SeenMember {
  readonly member: Member;
  readonly user: User;
}

/** Members as somebody sees them who is one too. */
export async function seeMembers(
  db: Reader,
  viewerId: string,
  seats: readonly Seat[],
): Promise<SeenMember[]> {
  const users = await seeKnown(
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
export function apart(seen: readonly SeenMember[]): { members: Member[]; users: User[] } {
  return { members: seen.map(({ member }) => member), users: seen.map(({ user }) => user) };
}
