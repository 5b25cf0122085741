import type { EventType } from "../../../protocol/events.ts";
import type { ServerEvents } from "../../../protocol/types.ts";
import { channelReducers } from "./reduce-channels.ts";
import { messageReducers } from "./reduce-messages.ts";
import { serverReducers } from "./reduce-servers.ts";
import { userReducers } from "./reduce-users.ts";
import type { Reducers } from "./reducers.ts";
import type { State } from "./state.ts";

const reducers: Reducers = {
  ...userReducers,
  ...serverReducers,
  ...channelReducers,
  ...messageReducers,
};

/** Changes the state by an event. Events about what the state does not have change nothing. */
export function reduce<T extends EventType>(
  state: State,
  event: ServerEvents[T] & { readonly type: T },
): void {
  reducers[event.type]?.(state, event);
}
