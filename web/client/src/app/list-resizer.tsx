import { t } from "../i18n/i18n.ts";
import {
  listWidth,
  narrowestList,
  setListWidth,
  usualListWidth,
  widestList,
} from "../preferences/preferences.ts";
import styles from "./list-resizer.module.css";

const step = 16;

function setWidth(value: number): void {
  setListWidth(Math.round(Math.min(widestList, Math.max(narrowestList, value))));
}

/** The edge of the list of channels, which makes it wider or narrower by pointer and by arrow keys. */
export function ListResizer() {
  let start: { readonly x: number; readonly width: number } | undefined;
  const towardsEnd = (element: Element) => (getComputedStyle(element).direction === "rtl" ? -1 : 1);

  function onKeyDown(event: KeyboardEvent & { currentTarget: Element }): void {
    const direction = towardsEnd(event.currentTarget);
    const steps: Record<string, number> = {
      ArrowRight: listWidth() + direction * step,
      ArrowLeft: listWidth() - direction * step,
      Home: narrowestList,
      End: widestList,
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
      aria-valuemin={narrowestList}
      aria-valuemax={widestList}
      aria-valuenow={listWidth()}
      onKeyDown={onKeyDown}
      onDblClick={() => setWidth(usualListWidth)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start = { x: event.clientX, width: listWidth() };
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
