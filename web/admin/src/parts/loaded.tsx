import { FailedState, Skeleton } from "@ui/state.tsx";
import { createResource, type JSX, Match, type Resource, Switch } from "solid-js";
import { call } from "../api/call.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

/** What a path of the API answers. */
export interface Load<T> {
  readonly resource: Resource<T>;
  reload(): void;
  replace(value: T): void;
}

/** Fetches from the API, again whenever the path changes. */
export function createLoad<T>(path: () => string): Load<T> {
  const [resource, { refetch, mutate }] = createResource(path, (wanted) => call<T>("GET", wanted));
  return {
    resource,
    reload: () => void refetch(),
    replace: (value) => void mutate(() => value),
  };
}

/** What was fetched, or that it is on its way, or that it failed. */
export function Loaded<T>(props: {
  readonly load: Load<T>;
  /** What is around the skeleton and the failure, where the content brings its own page. */
  readonly frame?: (state: JSX.Element) => JSX.Element;
  readonly children: (value: () => NonNullable<T>) => JSX.Element;
}) {
  const resource = () => props.load.resource;
  // Asked by its state: reading a value that is not there yet would take the whole page away.
  const value = () => {
    const { state } = resource();
    return state === "ready" || state === "refreshing" ? resource().latest : undefined;
  };
  const framed = (state: JSX.Element) => props.frame?.(state) ?? state;
  return (
    <Switch fallback={framed(<Skeleton lines={6} label={t().common.loading} />)}>
      <Match when={resource().state === "errored"}>
        {framed(
          <FailedState
            message={describeError(resource().error)}
            retryLabel={t().common.retry}
            onRetry={() => props.load.reload()}
          />,
        )}
      </Match>
      <Match when={value()}>{(loaded) => props.children(loaded)}</Match>
    </Switch>
  );
}
