import { createSignal } from "solid-js";
import { useClient } from "../session/context.tsx";
import { sessionState } from "../session/session-state.ts";

const lastPathOf = sessionState(() => createSignal("/"));

/** The path of the page that was open before the settings: closing them leads back there. */
export const useLastPath = () => lastPathOf(useClient());
