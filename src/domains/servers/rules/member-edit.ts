import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../audit/index.ts";
import type { MemberEdit, MemberField, PartialMember } from "../model.ts";
import type { MemberWithRoles } from "./views.ts";

const empty = {
  Nickname: { nickname: null },
  Pronouns: { pronouns: null },
  Avatar: { avatar: null },
  Roles: { roles: [] },
  Timeout: { timeout_until: null },
  CanPublish: { can_publish: 1 },
  CanReceive: { can_receive: 1 },
  // Neither can be taken from a member.
  JoinedAt: {},
  VoiceChannel: {},
} satisfies Record<MemberField, Partial<MemberWithRoles>>;

/** An edit, with what it names looked up. */
export type PreparedEdit = Omit<MemberEdit, "avatar" | "timeout" | "voice_channel"> & {
  readonly avatarFile?: File | undefined;
  /** Milliseconds since 1970. */
  readonly timeoutUntil?: number | undefined;
};

/** What an edit does to a member. */
export function planMemberEdit(
  member: MemberWithRoles,
  edit: PreparedEdit,
): PlannedEdit<MemberWithRoles, MemberField, PartialMember> {
  const { remove, nickname, pronouns, avatarFile, roles, timeoutUntil, can_publish, can_receive } = edit;
  const set = {
    nickname,
    pronouns,
    avatar: avatarFile && JSON.stringify(avatarFile),
    roles: roles && [...new Set(roles)],
    timeout_until: timeoutUntil,
    can_publish: can_publish === undefined ? undefined : Number(can_publish),
    can_receive: can_receive === undefined ? undefined : Number(can_receive),
  };
  return planEdit(member, { remove, set }, { empty, show: partialMember });
}

/** Columns as clients know them; also where they hold what is left out of a whole member. */
function partialMember(columns: Partial<MemberWithRoles>): PartialMember {
  const { nickname, pronouns, avatar, roles, timeout_until, can_publish, can_receive } = columns;
  return {
    ...(typeof nickname === "string" && { nickname }),
    ...(typeof pronouns === "string" && { pronouns }),
    ...(typeof avatar === "string" && { avatar: JSON.parse(avatar) as File }),
    ...(roles && { roles: [...roles] }),
    ...(typeof timeout_until === "number" && { timeout: new Date(timeout_until).toISOString() }),
    ...(can_publish !== undefined && { can_publish: can_publish === 1 }),
    ...(can_receive !== undefined && { can_receive: can_receive === 1 }),
  };
}
