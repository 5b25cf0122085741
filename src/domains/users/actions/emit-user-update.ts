import type { Tx } from "../../../declare/tx.ts";
import { UserUpdated } from "../events.ts";
import type { PartialUser, UserField } from "../model.ts";
import { findConnections } from "../queries.ts";

interface UserChange {
  readonly id: string;
  readonly data: PartialUser;
  readonly clear: UserField[];
  /** Set if the change makes the user invisible or visible again. */
  readonly invisible?: boolean | undefined;
}

/** Fields that users whom this one has blocked cannot see; they do not receive changes of these. */
const hiddenFromBlocked = new Set<UserField>([
  "StatusText",
  "StatusPresence",
  "ProfileContent",
  "ProfileBackground",
]);

export async function emitUserUpdate(
  tx: Tx<typeof UserUpdated>,
  { id, data, clear, invisible }: UserChange,
): Promise<void> {
  const { servers, calls } = await findConnections(tx, { userId: id });
  tx.emit(
    UserUpdated,
    { id, data, clear, event_id: null },
    { toward: "everybody", servers, calls, ...(invisible !== undefined && { invisible }) },
  );
  const { status: _, online: __, ...visible } = data;
  const visibleClear = clear.filter((field) => !hiddenFromBlocked.has(field));
  if (Object.keys(visible).length + visibleClear.length === 0) return;
  tx.emit(UserUpdated, { id, data: visible, clear: visibleClear, event_id: null }, { toward: "blocked" });
}
