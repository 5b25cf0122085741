import { FailedState } from "@ui/state.tsx";
import { t } from "../texts/texts.ts";

/** Errors of parts of the page that could not be loaded: a new version has other ones, or the network is gone. */
const missingParts = new WeakSet<object>();

addEventListener("vite:preloadError", (event) => {
  missingParts.add((event as Event & { payload: object }).payload);
});

/** What stands in place of a page that has failed. */
export function Failure(props: { readonly error: unknown }) {
  const isMissing = typeof props.error === "object" && props.error !== null && missingParts.has(props.error);
  if (!isMissing) console.error(props.error);
  return (
    <FailedState
      message={isMissing ? t().common.partMissing : t().common.pageFailed}
      retryLabel={t().common.reload}
      onRetry={() => location.reload()}
    />
  );
}
