import { createEffect, ErrorBoundary, type JSX, on } from "solid-js";
import type { PageTexts } from "./page-i18n.ts";
import { FailedState } from "./state.tsx";
import { notify } from "./toasts.tsx";

interface BoundaryProps {
  readonly children: JSX.Element;
  /** What is inside is tried again when this changes. */
  readonly address?: string;
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What is shown in place of what has failed, in the texts of the page; once on a page. */
export function createFailures(t: () => PageTexts) {
  /** Errors of parts of the page that could not be loaded: a new version has other ones, or the network is gone. */
  const missingChunks = new WeakSet<object>();
  const isMissingChunk = (error: unknown) =>
    typeof error === "object" && error !== null && missingChunks.has(error);

  addEventListener("vite:preloadError", (event) => {
    missingChunks.add((event as Event & { payload: object }).payload);
  });
  // A part that is loaded outside of any page: ahead of a click on a link, or by something that a menu does.
  window.addEventListener("unhandledrejection", (event) => {
    if (!isMissingChunk(event.reason)) return;
    event.preventDefault();
    notify(t().common.chunkMissing, {
      isError: true,
      action: { label: t().common.reload, onClick: () => location.reload() },
    });
  });

  /** What is shown in place of something that has failed: a part can be tried again, a page is loaded again. */
  function Failure(props: FailureProps) {
    const isMissing = isMissingChunk(props.error);
    if (!isMissing) console.error(props.error);
    const retry = isMissing ? undefined : props.onRetry;
    const texts = () => t().common;
    return (
      <FailedState
        message={isMissing ? texts().chunkMissing : retry ? texts().componentFailed : texts().pageFailed}
        retryLabel={retry ? texts().retry : texts().reload}
        onRetry={retry ?? (() => location.reload())}
      />
    );
  }

  return {
    Failure,

    /** Says in words that a page has failed, and leaves the rest as it is. The next page is tried again. */
    FailureBoundary: (props: BoundaryProps) => (
      <Boundary {...props} fallback={(error) => <Failure error={error} />} />
    ),

    /** Keeps the failure of one part, such as a list or a dialog, from the rest of the page. */
    ComponentBoundary: (props: BoundaryProps) => (
      <Boundary {...props} fallback={(error, reset) => <Failure error={error} onRetry={reset} />} />
    ),
  };
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
