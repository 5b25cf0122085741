import type { PartialUser, User, UserField } from "../model.ts";

export interface WholeUpdate {
  readonly id: string;
  readonly data: PartialUser;
  readonly clear: UserField[];
  readonly event_id: null;
}

/** A user as an update that leaves nothing of what a client may have known before. */
export function wholeUpdate({ _id: id, relationship: _, ...shown }: User): WholeUpdate {
  const values: readonly (readonly [UserField, unknown])[] = [
    ["Avatar", shown.avatar],
    ["StatusText", shown.status?.text],
    ["StatusPresence", shown.status?.presence],
    ["DisplayName", shown.display_name],
    ["Pronouns", shown.pronouns],
  ];
  const clear = values.filter(([, value]) => value === undefined).map(([field]) => field);
  // Nothing clears these, so that they are told also where a view leaves them out.
  const data = { badges: 0, flags: 0, privileged: false, ...shown };
  return { id, data, clear, event_id: null };
}
