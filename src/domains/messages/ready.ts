import { readyStep } from "../../declare/ready.ts";
import { serversReady } from "../servers/index.ts";
import { UserSlowmodes } from "./events.ts";
import { slowmodeViews } from "./rules/slowmode-views.ts";
import { listSlowmodes } from "./store/slowmodes.ts";

/** Tells the client, right after Ready, in which channels the user has to wait and for how long from then. */
export const slowmodesReady = readyStep({
  step: "slowmodes",
  load: (db, { userId }) => listSlowmodes(db, userId),
  followUp(rows, { get, services }) {
    const slow = new Set(get(serversReady).channels.flatMap(({ _id, slowmode }) => (slowmode ? [_id] : [])));
    const inForce = rows.filter(({ channel_id }) => slow.has(channel_id));
    const slowmodes = slowmodeViews(inForce, services.clock.now());
    return slowmodes.length > 0 ? { name: UserSlowmodes.name, payload: { slowmodes } } : undefined;
  },
});
