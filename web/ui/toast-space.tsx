import { createSignal, onCleanup, onMount } from "solid-js";
import styles from "./toasts.module.css";

/** How far what comes after the space stays away from the toasts, in pixels. */
const gap = 8;

interface ToastSpaceProps {
  /** The space became higher or, by a negative number, lower, in pixels. */
  readonly onResize: (by: number) => void;
}

/** Is above what no toast may cover, and exactly as high as the toasts that would reach into it. */
export function ToastSpace(props: ToastSpaceProps) {
  const [size, setSize] = createSignal(0);
  let space: HTMLDivElement | undefined;
  onMount(() => {
    const place = document.querySelector("[data-toasts]");
    const below = space?.nextElementSibling;
    if (!space || !place || !below) return;
    const from = space;
    const measure = () => {
      const own = from.getBoundingClientRect();
      const toasts = place.getBoundingClientRect();
      const isClear = toasts.height === 0 || toasts.left >= own.right || toasts.right <= own.left;
      const needed = isClear ? 0 : Math.max(0, Math.ceil(toasts.bottom - own.top) + gap);
      const by = needed - size();
      if (by === 0) return;
      setSize(needed);
      props.onResize(by);
    };
    // What is below changes its size when something above the space comes or goes.
    const observer = new ResizeObserver(measure);
    for (const element of [place, from, below]) observer.observe(element);
    onCleanup(() => observer.disconnect());
  });
  return <div ref={space} class={styles.space} style={{ "block-size": `${size()}px` }} />;
}
