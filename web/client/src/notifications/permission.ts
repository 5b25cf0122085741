import { createSignal } from "solid-js";
import { isNotAsked, setNotAsked } from "../preferences/preferences.ts";
import { sessionState } from "../session/client.ts";
import { allowNotifications } from "./push.ts";

/**
 * Whether to ask if the browser may show notifications: not when the page is opened, but once there was something to
 * show. Browsers ask only after a click, and never again after a no, so our own question comes first.
 */
export const permissionQuestionOf = sessionState((client) => {
  const [isShown, setShown] = createSignal(false);
  return {
    isShown,
    ask: () => !isNotAsked() && setShown(true),
    async allow(): Promise<void> {
      setShown(false);
      await allowNotifications(client);
    },
    decline(): void {
      setShown(false);
      setNotAsked(true);
    },
  };
});
