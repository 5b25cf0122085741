import { notify } from "@ui/toasts.tsx";
import { desktop } from "../desktop/bridge.ts";
import { t } from "../i18n/i18n.ts";

/**
 * Opens a channel in the user's browser if there can be no call here: the engine of the desktop shell has no WebRTC on
 * most systems with Linux. Returns whether it did.
 */
export function openInBrowser(path: string | undefined): boolean {
  if (!desktop() || typeof RTCPeerConnection !== "undefined") return false;
  // The shell opens every new window in the browser.
  window.open(path ?? "/", "_blank", "noopener");
  notify(t().voice.inBrowser);
  return true;
}
