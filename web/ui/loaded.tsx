import { type Component, type JSX, Match, type Resource, Switch } from "solid-js";
import { createDescribeError } from "./describe-error.ts";
import type { PageTexts } from "./page-i18n.ts";
import { FailedState, Skeleton } from "./state.tsx";

/** What was fetched last, if anything was. A resource throws its failure at everybody who reads it, and so ends a page. */
export function latestOf<T>(resource: Resource<T>): T | undefined {
  return resource.error ? undefined : resource.latest;
}

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly onRetry: () => void;
  /** What is around the skeleton and the failure, where the content brings its own page. */
  readonly frame?: (state: JSX.Element) => JSX.Element;
  readonly children: (value: () => NonNullable<T>) => JSX.Element;
}

/** Makes `LoadFailure`, in the texts of the page: why something could not be fetched, and a button to try again. */
export function createLoadFailure(t: () => PageTexts) {
  const describeError = createDescribeError(t);
  return (props: { readonly error: unknown; readonly onRetry: () => void }) => (
    <FailedState message={describeError(props.error)} retryLabel={t().common.retry} onRetry={props.onRetry} />
  );
}

/**
 * Makes `Loaded`, in the texts of the page: what was fetched, or that it is on its way, or that it failed. `Pause` says why
 * it takes long.
 */
export function createLoaded(t: () => PageTexts, Pause?: Component) {
  const LoadFailure = createLoadFailure(t);
  return function Loaded<T>(props: LoadedProps<T>) {
    // Asked by its state: reading a value that is not there yet would take the whole page away.
    const value = () => {
      const { state } = props.resource;
      return state === "ready" || state === "refreshing" ? props.resource.latest : undefined;
    };
    const framed = (state: JSX.Element) => props.frame?.(state) ?? state;
    return (
      <Switch
        fallback={framed(
          <>
            {Pause && <Pause />}
            <Skeleton lines={6} label={t().common.loading} />
          </>,
        )}
      >
        <Match when={props.resource.state === "errored"}>
          {framed(<LoadFailure error={props.resource.error} onRetry={props.onRetry} />)}
        </Match>
        <Match when={value()}>{(loaded) => props.children(loaded)}</Match>
      </Switch>
    );
  };
}
