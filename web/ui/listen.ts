import { onCleanup } from "solid-js";

type EventMap = WindowEventMap & DocumentEventMap;

/** Listens to events for as long as the owner of the caller lives. */
export function listen<T extends keyof EventMap>(
  target: EventTarget,
  type: T,
  handler: (event: EventMap[T]) => void,
  options?: AddEventListenerOptions,
): void {
  // What is told of a type is an event of that type.
  const listener = handler as (event: Event) => void;
  target.addEventListener(type, listener, options);
  onCleanup(() => target.removeEventListener(type, listener, options));
}
