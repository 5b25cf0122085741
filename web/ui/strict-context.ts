import { createContext, useContext } from "solid-js";

/** A context that is always there where it is used: its provider, and the hook that reads it. */
export function createStrictContext<T>(missing: string) {
  const context = createContext<T>();
  const use = (): T => {
    const value = useContext(context);
    if (value === undefined) throw new Error(missing);
    return value;
  };
  return [context.Provider, use] as const;
}
