import type { PartialUser, User, UserField } from "../model.ts";

interface WholeUpdate {
  readonly id: string;
  readonly data: PartialUser;
  readonly clear: UserField[];
  readonly event_id: null;
}

/** Turns a view into an update that overwrites everything that a client may have cached of the user. */
export function wholeUpdate({ _id: id, relationship: _, ...fields }: User): WholeUpdate {
  const values: readonly (readonly [UserField, unknown])[] = [
    ["Avatar", fields.avatar],
    ["StatusText", fields.status?.text],
    ["StatusPresence", fields.status?.presence],
    ["DisplayName", fields.display_name],
    ["Pronouns", fields.pronouns],
  ];
  const clear = values.filter(([, value]) => value === undefined).map(([field]) => field);
  // No field of `clear` empties these, so the update sets them even where the view leaves them out.
  const data = { badges: 0, flags: 0, privileged: false, ...fields };
  return { id, data, clear, event_id: null };
}
