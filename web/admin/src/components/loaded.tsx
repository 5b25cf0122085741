import { createLoaded } from "@ui/loaded.tsx";
import { createResource, type Resource } from "solid-js";
import { call } from "../api/call.ts";
import { t } from "../i18n/i18n.ts";

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

export const Loaded = createLoaded(t);
