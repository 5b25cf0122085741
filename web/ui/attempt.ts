import { createSignal } from "solid-js";
import { createDescribeError } from "./describe-error.ts";
import type { PageTexts } from "./page-i18n.ts";
import { notify } from "./toasts.tsx";

/** What is done at once, and says in a toast how it went, in the texts of the page. */
export function createAttempts(t: () => PageTexts) {
  const describeError = createDescribeError(t);
  /** Does something at the server. If it fails, says why. Returns whether it worked. */
  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (thrown) {
      notify(describeError(thrown), { isError: true });
      return false;
    }
  };
  return {
    attempt,

    /** Whether an attempt is under way, and what makes one. */
    createBusy() {
      const [isBusy, setBusy] = createSignal(false);
      const run = async (action: () => Promise<unknown>): Promise<boolean> => {
        setBusy(true);
        const worked = await attempt(action);
        setBusy(false);
        return worked;
      };
      return [isBusy, run] as const;
    },

    /** Puts a text onto the clipboard and says so. */
    async copyText(text: string): Promise<void> {
      try {
        await navigator.clipboard.writeText(text);
        notify(t().common.copied);
      } catch {
        notify(t().common.copyFailed, { isError: true });
      }
    },
  };
}
