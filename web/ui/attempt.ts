import { createDescribeError } from "./describe-error.ts";
import type { PageTexts } from "./page-i18n.ts";
import { notify } from "./toasts.tsx";

/** What is done at once, and says in a toast how it went, in the texts of the page. */
export function createAttempts(t: () => PageTexts) {
  const describeError = createDescribeError(t);
  return {
    /** Does something at the server. If it fails, says why. Returns whether it worked. */
    async attempt(action: () => Promise<unknown>): Promise<boolean> {
      try {
        await action();
        return true;
      } catch (thrown) {
        notify(describeError(thrown), { isError: true });
        return false;
      }
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
