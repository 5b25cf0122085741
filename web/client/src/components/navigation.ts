import type { Navigator } from "@solidjs/router";
import { type Client, sessionState } from "../session/client.ts";

const navigation = sessionState((): { navigate?: Navigator } => ({}));

/** Gives menus and toasts, which are outside of the pages, the way to other pages. */
export function registerNavigator(client: Client, navigate: Navigator): void {
  navigation(client).navigate = navigate;
}

export function goTo(client: Client, path: string): void {
  navigation(client).navigate?.(path);
}

/** Whether the page shows this channel, or something of this server. */
export const isShown = ({ path }: { readonly path: string }) => location.pathname.startsWith(path);
