import { createSignal, getOwner, onCleanup } from "solid-js";

/** Whether a media query matches, for as long as the component or module that asks exists. */
export function watchMedia(query: string): () => boolean {
  const list = matchMedia(query);
  const [matches, setMatches] = createSignal(list.matches);
  const update = () => setMatches(list.matches);
  list.addEventListener("change", update);
  if (getOwner()) onCleanup(() => list.removeEventListener("change", update));
  return matches;
}
