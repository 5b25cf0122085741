import type { Tx } from "../../../store/tx.ts";
import { UserUpdated } from "../events.ts";
import type { PartialUser, UserField } from "../model.ts";
import { ConnectionsOf } from "../queries.ts";

export interface UserChange {
  readonly id: string;
  readonly data: PartialUser;
  readonly clear: UserField[];
  /** Given if the user has just become invisible, or is so no longer. */
  readonly invisible?: boolean | undefined;
}

/** What those whom the user has blocked may not see, so that they are not told of it either. */
const hidden = new Set<UserField>(["StatusText", "StatusPresence", "ProfileContent", "ProfileBackground"]);

export async function emitUserUpdate(
  tx: Tx<typeof UserUpdated>,
  { id, data, clear, invisible }: UserChange,
): Promise<void> {
  const servers = (await tx.query(ConnectionsOf, { userId: id })).flatMap((part) => part.servers);
  tx.emit(
    UserUpdated,
    { id, data, clear, event_id: null },
    { toward: "everybody", servers, ...(invisible !== undefined && { invisible }) },
  );
  const { status: _, online: __, ...open } = data;
  const cleared = clear.filter((field) => !hidden.has(field));
  if (Object.keys(open).length + cleared.length === 0) return;
  tx.emit(UserUpdated, { id, data: open, clear: cleared, event_id: null }, { toward: "blocked" });
}
