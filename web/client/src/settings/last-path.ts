import { createSignal } from "solid-js";
import { sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";

const lastPathOf = sessionState(() => createSignal("/"));

/** The path of the page that was open before the settings: closing them leads back there. */
export const useLastPath = () => lastPathOf(useClient());
