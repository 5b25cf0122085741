/** What one may do with a member of a server; the same rules as the server's, so that no menu offers a refusal. */
export interface MemberActions {
  readonly nickname: boolean;
  readonly roles: boolean;
  readonly timeout: boolean;
  readonly endTimeout: boolean;
  readonly kick: boolean;
  readonly ban: boolean;
  readonly move: boolean;
}

export interface MemberSituation {
  readonly isSelf: boolean;
  readonly ownRank: number;
  readonly target: {
    readonly isMember: boolean;
    readonly isOwner: boolean;
    readonly rank: number;
    readonly mayTimeOut: boolean;
    readonly isTimedOut: boolean;
    readonly isInVoice: boolean;
  };
  readonly may: (permission: MemberPermission) => boolean;
}

type MemberPermission =
  | "ChangeNickname"
  | "ManageNicknames"
  | "AssignRoles"
  | "TimeoutMembers"
  | "KickMembers"
  | "BanMembers"
  | "MoveMembers";

export function allowedMemberActions({ isSelf, ownRank, target, may }: MemberSituation): MemberActions {
  const isBelow = !isSelf && !target.isOwner && target.rank > ownRank;
  const isBelowMember = isBelow && target.isMember;
  return {
    nickname: isSelf ? may("ChangeNickname") : isBelowMember && may("ManageNicknames"),
    roles: (isSelf || isBelowMember) && may("AssignRoles"),
    timeout: isBelowMember && !target.mayTimeOut && !target.isTimedOut && may("TimeoutMembers"),
    endTimeout: isBelowMember && target.isTimedOut && may("TimeoutMembers"),
    kick: isBelowMember && may("KickMembers"),
    // People who have left, or never joined, can be banned too: they have no rank.
    ban: !isSelf && !target.isOwner && (isBelow || !target.isMember) && may("BanMembers"),
    move: target.isInVoice && (isSelf || isBelowMember) && may("MoveMembers"),
  };
}

/** The rank of a member: the smallest number is the highest, and who has no role has the lowest of all. */
export function rankOf(
  heldRoles: readonly string[],
  ranks: ReadonlyMap<string, { readonly rank: number }>,
): number {
  const held = heldRoles.map((id) => ranks.get(id)?.rank).filter((rank) => rank !== undefined);
  return Math.min(...held, Number.POSITIVE_INFINITY);
}

/** The roles that one may give and take: those below one's own rank, the highest first. */
export function assignableRoles<Role extends { readonly rank: number }>(
  roles: readonly Role[],
  ownRank: number,
): Role[] {
  return roles.filter(({ rank }) => rank > ownRank).sort((a, b) => a.rank - b.rank);
}
