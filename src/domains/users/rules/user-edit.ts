import type { File } from "../../../protocol/file.ts";
import { planEdit } from "../../../rules/plan-edit.ts";
import type { PartialUser, UserEdit, UserField } from "../model.ts";
import type { UserRow } from "../tables.ts";
import { shownStatus } from "./views.ts";

const empty = {
  Avatar: { avatar: null },
  StatusText: { status_text: null },
  StatusPresence: { status_presence: null },
  ProfileContent: { profile_content: null },
  ProfileBackground: { profile_background: null },
  DisplayName: { display_name: null },
  Pronouns: { pronouns: null },
  // Clients may name it; there is nothing to empty.
  Internal: {},
} satisfies Record<UserField, Partial<UserRow>>;

export interface ClaimedFiles {
  readonly avatarFile?: File | undefined;
  readonly backgroundFile?: File | undefined;
}

interface PlannedUserEdit {
  readonly changes: Partial<UserRow>;
  /** The changed fields in the form of the event. */
  readonly data: PartialUser;
  readonly clear: UserField[];
  /** Whether the user is invisible afterwards, if that changed. */
  readonly invisible: boolean | undefined;
}

/** Computes the changes that an edit makes to a row. */
export function planUserEdit(row: UserRow, { remove, ...edit }: UserEdit & ClaimedFiles): PlannedUserEdit {
  const set = {
    display_name: edit.display_name,
    pronouns: edit.pronouns,
    status_text: edit.status?.text,
    status_presence: edit.status?.presence,
    avatar: edit.avatarFile && JSON.stringify(edit.avatarFile),
    profile_content: edit.profile?.content,
    profile_background: edit.backgroundFile && JSON.stringify(edit.backgroundFile),
  };
  const { changes, data, clear } = planEdit(row, { remove, set }, { empty, show: (columns) => columns });
  const after = { ...row, ...changes };
  return {
    changes,
    data: partialUser(data, after),
    clear,
    invisible: changeOfVisibility(row, after),
  };
}

/** Columns in the form that clients get. The status is whole, as it is afterwards. */
function partialUser(columns: Partial<UserRow>, after: UserRow): PartialUser {
  const { display_name, pronouns, avatar } = columns;
  return {
    ...(typeof display_name === "string" && { display_name }),
    ...(typeof pronouns === "string" && { pronouns }),
    ...(typeof avatar === "string" && { avatar: JSON.parse(avatar) as File }),
    ...(("status_text" in columns || "status_presence" in columns) && { status: shownStatus(after) }),
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
