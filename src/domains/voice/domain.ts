import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { ViewsChanged } from "../../store/view-changes.ts";
import { ConnectionsOf } from "../users/index.ts";
import { enforceCalls } from "./actions/enforce-calls.ts";
import { doctorVoice } from "./commands/doctor.ts";
import { receiveNotificationEndpoint } from "./endpoints/receive-notification.ts";
import { validateConnectionEndpoint } from "./endpoints/validate-connection.ts";
import { validateConnectionV1Endpoint } from "./endpoints/validate-connection-v1.ts";
import * as events from "./events.ts";
import { voiceGauges } from "./gauges.ts";
import { endMove } from "./jobs/end-move.ts";
import { enforceCall } from "./jobs/enforce-call.ts";
import { moveParticipant } from "./jobs/move-participant.ts";
import { reconcileCalls, sweepVoice } from "./jobs/reconcile-calls.ts";
import { refuseTrack } from "./jobs/refuse-track.ts";
import { stopRinging } from "./jobs/stop-ringing.ts";
import { voiceReady } from "./ready.ts";
import * as routes from "./routes/index.ts";
import { listStatesOf } from "./store/states.ts";

/** Calls, who is in them, and what they may do there. */
export const voice: Domain = {
  name: "voice",
  routes: Object.values(routes),
  endpoints: [receiveNotificationEndpoint, validateConnectionEndpoint, validateConnectionV1Endpoint],
  events: Object.values(events),
  jobs: [enforceCall, refuseTrack, moveParticipant, endMove, stopRinging, reconcileCalls, sweepVoice],
  hooks: [on(ViewsChanged, enforceCalls)],
  providers: [
    provide(ConnectionsOf, async (db, { userId, sharedWith }) =>
      sharedWith === undefined
        ? { calls: (await listStatesOf(db, userId)).map(({ channel_id }) => channel_id) }
        : {},
    ),
  ],
  ready: [voiceReady],
  gauges: voiceGauges,
  commands: [doctorVoice],
};
