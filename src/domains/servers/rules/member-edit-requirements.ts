import type { Permission } from "../../../permissions/bits.ts";
import type { MemberEdit, MemberField } from "../model.ts";

type Refusal = "InvalidOperation" | "CannotTimeoutYourself" | "IsElevated" | "LiveKitUnavailable";

/** A permission that the caller needs, or the error of an edit that nobody may make. */
export type EditRequirement = { readonly needs: Permission } | { readonly refuses: Refusal };

interface EditedMember {
  /** Whether the caller is the edited member. */
  readonly own: boolean;
  /** Whether the member holds TimeoutMembers, and so cannot be timed out. */
  readonly elevated: boolean;
  /** Whether there are calls at all. */
  readonly voice: boolean;
}

/** What an edit requires, in the order of the checks. */
export function memberEditRequirements(
  edit: MemberEdit,
  { own, elevated, voice }: EditedMember,
): EditRequirement[] {
  const removed = new Set(edit.remove);
  const touches = (key: keyof MemberEdit, field: MemberField) =>
    edit[key] !== undefined || removed.has(field);
  const requirements: EditRequirement[] = [];
  const need = (needs: Permission) => requirements.push({ needs });
  const refuse = (refuses: Refusal) => requirements.push({ refuses });

  if (touches("nickname", "Nickname")) need(own ? "ChangeNickname" : "ManageNicknames");
  if (touches("pronouns", "Pronouns") && !own) refuse("InvalidOperation");
  if (touches("avatar", "Avatar")) {
    if (own) need("ChangeAvatar");
    else if (edit.avatar === undefined) need("RemoveAvatars");
    else refuse("InvalidOperation");
  }
  if (touches("roles", "Roles")) need("AssignRoles");
  if (edit.timeout !== undefined && own) refuse("CannotTimeoutYourself");
  if (edit.timeout !== undefined && elevated) refuse("IsElevated");
  if (touches("timeout", "Timeout")) need("TimeoutMembers");
  if (touches("can_publish", "CanPublish")) need("MuteMembers");
  if (touches("can_receive", "CanReceive")) need("DeafenMembers");
  if (edit.voice_channel !== undefined && removed.has("VoiceChannel")) refuse("InvalidOperation");
  if (touches("voice_channel", "VoiceChannel")) {
    if (!voice) refuse("LiveKitUnavailable");
    if (!own) need("MoveMembers");
  }
  return requirements;
}
