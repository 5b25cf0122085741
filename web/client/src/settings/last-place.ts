import { createSignal } from "solid-js";

/** The path of the page that was open before the settings: closing them leads back there. */
export const [lastPlace, setLastPlace] = createSignal("/");
