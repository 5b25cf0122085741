import { listen } from "@ui/listen.ts";
import { isPressed } from "../components/shortcuts.ts";

/** Opens the search with the key that browsers search with. */
export function listenToSearchKey(open: () => void): void {
  listen(window, "keydown", (event) => {
    const isFind = isPressed(event, "search");
    if (!isFind || event.defaultPrevented) return;
    // A second press, in the search field, opens the browser's own search.
    if ((event.target as Element | null)?.closest("[data-search]")) return;
    event.preventDefault();
    open();
  });
}
