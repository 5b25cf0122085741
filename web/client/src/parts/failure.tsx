import { FailedState } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createEffect, ErrorBoundary, type JSX, on } from "solid-js";
import { t } from "../texts/texts.ts";

/** Errors of parts of the client that could not be loaded: a new version has other ones, or the network is gone. */
const missingParts = new WeakSet<object>();

addEventListener("vite:preloadError", (event) => {
  missingParts.add((event as Event & { payload: object }).payload);
});

// A part that was asked for outside of any page: ahead of a click on a link, or by something that a menu does.
window.addEventListener("unhandledrejection", (event) => {
  if (!isMissingPart(event.reason)) return;
  event.preventDefault();
  notify(t().common.partMissing, {
    isError: true,
    action: { label: t().common.reload, onClick: () => location.reload() },
  });
});

function isMissingPart(error: unknown): boolean {
  return typeof error === "object" && error !== null && missingParts.has(error);
}

interface BoundaryProps {
  readonly children: JSX.Element;
  /** What is inside is tried again when this changes. */
  readonly address?: string;
}

/** Says in words that a page has failed, and leaves the rest as it is. The next page is tried again. */
export function FailureBoundary(props: BoundaryProps) {
  return <Boundary {...props} fallback={(error) => <Failure error={error} />} />;
}

/** Keeps the failure of one part, such as a list or a dialog, from the rest of the page. */
export function PartBoundary(props: BoundaryProps) {
  return <Boundary {...props} fallback={(error, reset) => <Failure error={error} onRetry={reset} />} />;
}

function Boundary(
  props: BoundaryProps & { readonly fallback: (error: unknown, reset: () => void) => JSX.Element },
) {
  return (
    <ErrorBoundary
      fallback={(error, reset) => {
        createEffect(on(() => props.address, reset, { defer: true }));
        return props.fallback(error, reset);
      }}
    >
      {props.children}
    </ErrorBoundary>
  );
}

/** What stands in place of something that has failed: a part can be tried again, a page is loaded again. */
export function Failure(props: { readonly error: unknown; readonly onRetry?: () => void }) {
  const isMissing = isMissingPart(props.error);
  if (!isMissing) console.error(props.error);
  const retry = isMissing ? undefined : props.onRetry;
  return (
    <FailedState
      message={isMissing ? t().common.partMissing : retry ? t().common.partFailed : t().common.pageFailed}
      retryLabel={retry ? t().common.retry : t().common.reload}
      onRetry={retry ?? (() => location.reload())}
    />
  );
}
