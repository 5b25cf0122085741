import { createSignal, onCleanup, onMount } from "solid-js";
import styles from "./toasts.module.css";

/** How far what comes after the space stays away from the toasts, in pixels. */
const gap = 8;

interface ToastSpaceProps {
  /** The space became higher or, by a negative number, lower, in pixels. */
  readonly onResize: (by: number) => void;
}

/** How far something that floats reaches below the top of the space, in pixels. */
function reachInto(space: DOMRect, { height, left, right, bottom }: DOMRect): number {
  const isClear = height === 0 || left >= space.right || right <= space.left;
  return isClear ? 0 : Math.ceil(bottom - space.top) + gap;
}

/** Is above what no toast and no notice of the page may cover, and exactly as high as those that would reach into it. */
export function ToastSpace(props: ToastSpaceProps) {
  const [size, setSize] = createSignal(0);
  let space: HTMLDivElement | undefined;
  onMount(() => {
    const places = [...document.querySelectorAll("[data-toasts], [data-notice]")];
    const below = space?.nextElementSibling;
    if (!space || !below) return;
    const from = space;
    const measure = () => {
      const own = from.getBoundingClientRect();
      const needed = Math.max(0, ...places.map((place) => reachInto(own, place.getBoundingClientRect())));
      const by = needed - size();
      if (by === 0) return;
      setSize(needed);
      props.onResize(by);
    };
    // What is below changes its size when something above the space comes or goes.
    const observer = new ResizeObserver(measure);
    for (const element of [...places, from, below]) observer.observe(element);
    onCleanup(() => observer.disconnect());
  });
  return <div ref={space} class={styles.space} style={{ "block-size": `${size()}px` }} />;
}
