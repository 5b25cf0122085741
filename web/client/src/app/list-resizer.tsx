import { createSignal } from "solid-js";
import { t } from "../texts/texts.ts";
import styles from "./list-resizer.module.css";

const key = "list-width";
const narrowest = 180;
const widest = 400;
const standard = 240;
const step = 16;

const [width, setStored] = createSignal(clamp(Number(localStorage.getItem(key)) || standard));

/** How wide the list of channels is on this device, in pixels. */
export const listWidth = width;

function clamp(value: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, value)));
}

function setWidth(value: number): void {
  localStorage.setItem(key, String(setStored(clamp(value))));
}

/** The edge of the list of channels, which makes it wider or narrower by pointer and by arrow keys. */
export function ListResizer() {
  let start: { readonly x: number; readonly width: number } | undefined;
  const towardsEnd = (element: Element) => (getComputedStyle(element).direction === "rtl" ? -1 : 1);

  function onKeyDown(event: KeyboardEvent & { currentTarget: Element }): void {
    const direction = towardsEnd(event.currentTarget);
    const steps: Record<string, number> = {
      ArrowRight: width() + direction * step,
      ArrowLeft: width() - direction * step,
      Home: narrowest,
      End: widest,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setWidth(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has a value and takes the focus, which <hr> cannot.
    <div
      class={styles.resizer}
      role="separator"
      tabindex="0"
      aria-orientation="vertical"
      aria-label={t().frame.listWidth}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width()}
      onKeyDown={onKeyDown}
      onDblClick={() => setWidth(standard)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start = { x: event.clientX, width: width() };
      }}
      onPointerMove={(event) => {
        if (start) setWidth(start.width + (event.clientX - start.x) * towardsEnd(event.currentTarget));
      }}
      onPointerUp={() => {
        start = undefined;
      }}
      onPointerCancel={() => {
        start = undefined;
      }}
    />
  );
}
