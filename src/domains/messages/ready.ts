import { readyStep } from "../../declare/ready.ts";
import { listSlowmodes, type SlowmodeRow, serversReady } from "../channels/index.ts";
import { UserSlowmodes } from "./events.ts";

/** Tells the client, right after Ready, in which channels the user has to wait and for how long from then. */
export const slowmodesReady = readyStep({
  step: "slowmodes",
  load: (db, { userId }) => listSlowmodes(db, userId),
  followUp(rows, { get, services }) {
    if (rows.length === 0) return undefined;
    const slow = new Set(get(serversReady).channels.flatMap(({ _id, slowmode }) => (slowmode ? [_id] : [])));
    const inForce = rows.filter(({ channel_id }) => slow.has(channel_id));
    const slowmodes = slowmodeViews(inForce, services.clock.now());
    return slowmodes.length > 0 ? { name: UserSlowmodes.name, payload: { slowmodes } } : undefined;
  },
});

const second = 1_000;

interface SlowmodeView {
  readonly channel_id: string;
  readonly duration: number;
  readonly retry_after: number;
}

/** The seconds that are left of slowmodes, for a client that connects while they run. */
export function slowmodeViews(slowmodes: readonly SlowmodeRow[], now: number): SlowmodeView[] {
  return slowmodes.flatMap(({ channel_id, until }) => {
    const left = Math.ceil((until - now) / second);
    return left > 0 ? [{ channel_id, duration: left, retry_after: left }] : [];
  });
}
