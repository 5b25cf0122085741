import { FailedState, Skeleton } from "@ui/state.tsx";
import { type JSX, Match, type Resource, Switch } from "solid-js";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

/** What was fetched last, if anything was. A resource throws its failure at everybody who reads it, and so ends a page. */
export function latestOf<T>(resource: Resource<T>): T | undefined {
  return resource.error ? undefined : resource.latest;
}

/** What was fetched, or that it is on its way, or that it failed. */
export function Loaded<T>(props: {
  readonly resource: Resource<T>;
  readonly onRetry: () => void;
  readonly children: (value: () => NonNullable<T>) => JSX.Element;
}) {
  return (
    <Switch fallback={<Skeleton lines={4} label={t().common.loading} />}>
      <Match when={props.resource.error}>
        <FailedState
          message={describeError(props.resource.error)}
          retryLabel={t().common.retry}
          onRetry={props.onRetry}
        />
      </Match>
      <Match when={props.resource.latest}>{(value) => props.children(value)}</Match>
    </Switch>
  );
}
