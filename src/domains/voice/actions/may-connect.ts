import type { Reader } from "../../../declare/tx.ts";
import { doctorRoomPrefix, type TokenHolder } from "../../../platform/voice/port.ts";
import { findSession } from "../../accounts/index.ts";
import { wasTurnedOut } from "../store/calls.ts";
import { findJoin } from "../store/joins.ts";
import { findState } from "../store/states.ts";
import { findGrants } from "./call-access.ts";

/**
 * Whether the holder of a token may be in its call now. LiveKit gives the clients in a call tokens of ten minutes, with
 * which they connect again; a ban, a lost permission or the end of a session does not change what these say.
 */
export async function mayConnect(db: Reader, { room, identity, issuedAt }: TokenHolder): Promise<boolean> {
  if (room.startsWith(doctorRoomPrefix)) return true;
  const join = await findJoin(db, room, identity);
  const given = join ?? (await findState(db, room, identity))?.state;
  if (given && !(await hasSession(db, given.session_id))) return false;
  // Somebody who has joined again since may use the token of that second.
  const stay = { channelId: room, userId: identity, since: issuedAt };
  if (!join && (await wasTurnedOut(db, stay))) return false;
  return (await findGrants(db, room, identity)) !== undefined;
}

/** Whether the session that joined the call still exists. Bots have none. */
export async function hasSession(db: Reader, sessionId: string | null): Promise<boolean> {
  return sessionId === null || (await findSession(db, sessionId)) !== undefined;
}
