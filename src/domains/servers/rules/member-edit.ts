import type { File } from "../../../declare/file.ts";
import type { MemberEdit, MemberField, PartialMember } from "../model.ts";
import { type MemberWithRoles, memberView } from "./views.ts";

type Removable = Exclude<MemberField, "JoinedAt" | "VoiceChannel">;

/** Where a field is kept, what it is called outside, and what it is when it is empty. */
const fields = {
  Nickname: { column: "nickname", key: "nickname", empty: null },
  Pronouns: { column: "pronouns", key: "pronouns", empty: null },
  Avatar: { column: "avatar", key: "avatar", empty: null },
  Roles: { column: "roles", key: "roles", empty: [] },
  Timeout: { column: "timeout_until", key: "timeout", empty: null },
  CanPublish: { column: "can_publish", key: "can_publish", empty: 1 },
  CanReceive: { column: "can_receive", key: "can_receive", empty: 1 },
} as const satisfies Record<
  Removable,
  { column: keyof MemberWithRoles; key: keyof PartialMember; empty: unknown }
>;

/** An edit, with what it names looked up. */
export type PreparedEdit = Omit<MemberEdit, "avatar" | "timeout" | "voice_channel"> & {
  readonly avatarFile?: File | undefined;
  /** Milliseconds since 1970. */
  readonly timeoutUntil?: number | undefined;
};

export interface PlannedMemberEdit {
  readonly changes: Partial<MemberWithRoles>;
  readonly after: MemberWithRoles;
  /** What is set, as others are told. */
  readonly data: PartialMember;
  readonly clear: Removable[];
  /** The same fields as they were. */
  readonly before: PartialMember;
}

/**
 * What an edit does to a member. Fields are emptied before others are set, so one that is set as well is not counted
 * as emptied; nor is one that was empty before.
 */
export function planMemberEdit(member: MemberWithRoles, edit: PreparedEdit): PlannedMemberEdit {
  const { nickname, pronouns, avatarFile, roles, timeoutUntil, can_publish, can_receive } = edit;
  const set: Partial<MemberWithRoles> = {
    ...(nickname !== undefined && { nickname }),
    ...(pronouns !== undefined && { pronouns }),
    ...(avatarFile && { avatar: JSON.stringify(avatarFile) }),
    ...(roles && { roles: [...new Set(roles)] }),
    ...(timeoutUntil !== undefined && { timeout_until: timeoutUntil }),
    ...(can_publish !== undefined && { can_publish: can_publish ? 1 : 0 }),
    ...(can_receive !== undefined && { can_receive: can_receive ? 1 : 0 }),
  };
  const held = memberView(member);
  const clear = [...new Set(edit.remove)].filter(
    (field): field is Removable =>
      field in fields &&
      fields[field as Removable].key in held &&
      !(fields[field as Removable].column in set),
  );
  const emptied = Object.fromEntries(clear.map((field) => [fields[field].column, fields[field].empty]));
  const changes: Partial<MemberWithRoles> = { ...emptied, ...set };
  const after = { ...member, ...changes };
  return {
    changes,
    after,
    data: viewOf(after, set),
    clear,
    before: viewOf(member, changes),
  };
}

/** These columns of a member, as clients see them; what is left out of a whole member is there. */
function viewOf(member: MemberWithRoles, columns: Partial<MemberWithRoles>): PartialMember {
  const whole: PartialMember = { roles: [], can_publish: true, can_receive: true, ...memberView(member) };
  const keys = Object.values(fields).flatMap(({ column, key }) =>
    column in columns && whole[key] !== undefined ? [key] : [],
  );
  return Object.fromEntries(keys.map((key) => [key, whole[key]]));
}
