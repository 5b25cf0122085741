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

/** Says in words that a part of the page has failed, and leaves the rest as it is. The next page is tried again. */
export function FailureBoundary(props: { readonly children: JSX.Element; readonly address?: string }) {
  return (
    <ErrorBoundary
      fallback={(error, reset) => {
        createEffect(on(() => props.address, reset, { defer: true }));
        return <Failure error={error} />;
      }}
    >
      {props.children}
    </ErrorBoundary>
  );
}

function Failure(props: { readonly error: unknown }) {
  if (!isMissingPart(props.error)) console.error(props.error);
  return (
    <FailedState
      message={isMissingPart(props.error) ? t().common.partMissing : t().common.pageFailed}
      retryLabel={t().common.reload}
      onRetry={() => location.reload()}
    />
  );
}
