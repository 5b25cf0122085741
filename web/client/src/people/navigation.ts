import type { Navigator } from "@solidjs/router";

let navigate: Navigator | undefined;

/** Gives menus and toasts, which are outside of the pages, the way to other pages. */
export function registerNavigator(navigator: Navigator): void {
  navigate = navigator;
}

export function goTo(path: string): void {
  navigate?.(path);
}
