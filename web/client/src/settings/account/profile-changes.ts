import type { DataEditUser } from "../../../../protocol/types.ts";
import type { ImageChange } from "../image-field.tsx";

/** What users say about themselves. An empty text means none. */
export interface ProfileTexts {
  readonly displayName: string;
  readonly pronouns: string;
  readonly statusText: string;
  readonly bio: string;
}

export interface StoredProfile extends ProfileTexts {
  readonly avatarUrl: string | undefined;
  readonly bannerUrl: string | undefined;
}

export interface ProfileDraft extends ProfileTexts {
  readonly avatar: ImageChange;
  readonly banner: ImageChange;
}

type Removed = "DisplayName" | "Pronouns" | "StatusText" | "ProfileContent";

/** The request for changed texts: only these are sent, and those that became empty are removed. */
export function textChanges(changes: Partial<ProfileTexts>): {
  fields: Pick<DataEditUser, "display_name" | "pronouns" | "status" | "profile">;
  remove: Removed[];
} {
  const { displayName, pronouns, statusText, bio } = changes;
  const fields = {
    ...(displayName?.trim() && { display_name: displayName.trim() }),
    ...(pronouns?.trim() && { pronouns: pronouns.trim() }),
    ...(statusText?.trim() && { status: { text: statusText.trim() } }),
    ...(bio?.trim() && { profile: { content: bio.trim() } }),
  };
  const names = [
    [displayName, "DisplayName"],
    [pronouns, "Pronouns"],
    [statusText, "StatusText"],
    [bio, "ProfileContent"],
  ] as const;
  const remove = names.filter(([text]) => text !== undefined && !text.trim()).map(([, name]) => name);
  return { fields, remove };
}
