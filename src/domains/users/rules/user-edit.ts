import type { File } from "../../../protocol/file.ts";
import type { Services } from "../../../store/services.ts";
import type { PartialUser, UserEdit, UserField } from "../model.ts";
import type { UserRow } from "../tables.ts";
import { shownBadges, shownStatus } from "./views.ts";

type Removable = Exclude<UserField, "Internal">;

const columnOf = {
  Avatar: "avatar",
  StatusText: "status_text",
  StatusPresence: "status_presence",
  ProfileContent: "profile_content",
  ProfileBackground: "profile_background",
  DisplayName: "display_name",
  Pronouns: "pronouns",
} as const satisfies Record<Removable, keyof UserRow>;

export interface ClaimedFiles {
  readonly avatarFile?: File | undefined;
  readonly backgroundFile?: File | undefined;
}

interface PlannedUserEdit {
  readonly changes: Partial<UserRow>;
  /** The changed fields in the form of the event. */
  readonly data: PartialUser;
  readonly clear: Removable[];
  /** Whether the user is invisible afterwards, if that changed. */
  readonly invisible: boolean | undefined;
}

/**
 * Works out the changes that an edit makes to a row. Fields are emptied before others are set, so `clear` lists
 * neither fields that the edit also sets nor fields that were empty before.
 */
export function planUserEdit(
  row: UserRow,
  edit: UserEdit & ClaimedFiles,
  services: Pick<Services, "config">,
): PlannedUserEdit {
  const { avatarFile, backgroundFile } = edit;
  const set = omitUndefined<Partial<UserRow>>({
    display_name: edit.display_name,
    pronouns: edit.pronouns,
    status_text: edit.status?.text,
    status_presence: edit.status?.presence,
    avatar: avatarFile && JSON.stringify(avatarFile),
    profile_content: edit.profile?.content,
    profile_background: backgroundFile && JSON.stringify(backgroundFile),
    badges: edit.badges,
    flags: edit.flags,
  });
  const clear = [...new Set(edit.remove)].filter(
    (field): field is Removable =>
      field !== "Internal" && row[columnOf[field]] !== null && !(columnOf[field] in set),
  );
  const cleared = Object.fromEntries(clear.map((field) => [columnOf[field], null]));
  const changes: Partial<UserRow> = { ...cleared, ...set };
  const after = { ...row, ...changes };
  const isStatusSet = "status_text" in set || "status_presence" in set;
  return {
    changes,
    data: omitUndefined<PartialUser>({
      display_name: edit.display_name,
      pronouns: edit.pronouns,
      avatar: avatarFile,
      badges: edit.badges === undefined ? undefined : shownBadges(after, services),
      flags: edit.flags,
      status: isStatusSet ? shownStatus(after) : undefined,
    }),
    clear,
    invisible: changeOfVisibility(row, after),
  };
}

/** Whether the user is invisible after a change; undefined if that did not change. */
export function changeOfVisibility(
  before: Pick<UserRow, "status_presence">,
  after: Pick<UserRow, "status_presence">,
): boolean | undefined {
  const [was, is] = [before, after].map(({ status_presence }) => status_presence === "Invisible");
  return was === is ? undefined : is;
}

function omitUndefined<T extends object>(fields: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
