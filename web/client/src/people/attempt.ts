import { notify } from "@ui/toasts.tsx";
import { describeError } from "../texts/describe-error.ts";

/** Does something at the server. If it fails, says why in a toast. Returns whether it worked. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (thrown) {
    notify(describeError(thrown), { isError: true });
    return false;
  }
}
