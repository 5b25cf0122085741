import { type Accessor, batch, createEffect, createSignal, on, onCleanup } from "solid-js";
import { listSteps } from "./list-steps.ts";

/** How long the list does not scroll before it drops rows at its start, in milliseconds. */
const restTime = 1_000;

export type ListRows = ReturnType<typeof createListRows>;

/**
 * The rows that a virtual list is given for a list of keys. It takes one change at one of its ends at a time.
 * After a change at its start it keeps its distance from the end as long as it scrolls, and moves with every row
 * that it measures there. So rows which leave at the start stay, as empty ones, until the list rests.
 */
export function createListRows(keys: Accessor<readonly string[]>, scroller: HTMLElement) {
  const [rows, setRows] = createSignal(keys());
  const [changesAtStart, setChangesAtStart] = createSignal(false);
  let frame = 0;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  /** How many rows at the start have left. */
  const leftRows = () => Math.max(0, rows().indexOf(keys()[0] ?? ""));
  const changeTo = (next: readonly string[]) => {
    for (const step of listSteps(rows(), next) ?? [{ keys: next, isAtStart: false }]) {
      batch(() => {
        setChangesAtStart(step.isAtStart);
        setRows(step.keys);
      });
    }
    // The list has scrolled to keep its place, and measures its rows before the browser tells it that it did: it would
    // correct that place from where it was before.
    scroller.dispatchEvent(new Event("scroll"));
  };
  const delayDrop = () => {
    clearTimeout(restTimer);
    if (leftRows() > 0) restTimer = setTimeout(() => changeTo(keys()), restTime);
  };
  const change = () => {
    frame = 0;
    changeTo([...rows().slice(0, leftRows()), ...keys()]);
    delayDrop();
  };
  createEffect(
    on(
      keys,
      () => {
        // Outside of the effect, in which several changes would become one; and right before the browser lays out the
        // frame, so that rows are measured before anybody sees or asks where they are.
        frame ||= requestAnimationFrame(change);
      },
      { defer: true },
    ),
  );
  onCleanup(() => {
    clearTimeout(restTimer);
    cancelAnimationFrame(frame);
  });
  return { rows, changesAtStart, leftRows, delayDrop };
}
