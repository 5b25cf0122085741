import type { EventType } from "../../../protocol/events.ts";
import type { ServerEvents } from "../../../protocol/types.ts";
import type { State } from "./state.ts";

/** What each event changes; those that are not named change nothing. Ready makes a new state: `stateOf`. */
export type Reducers = { readonly [T in EventType]?: (state: State, event: ServerEvents[T]) => void };
