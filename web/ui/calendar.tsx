import { createMemo, createSignal, createUniqueId, For } from "solid-js";
import styles from "./calendar.module.css";
import {
  addDays,
  addMonths,
  clampDay,
  firstDayOf,
  startOf,
  startOfWeek,
  today,
  weeksOf,
} from "./calendar-days.ts";
import { IconButton } from "./icon-button.tsx";
import { ChevronLeft, ChevronRight } from "./icons.ts";

export interface CalendarWords {
  readonly previousMonth: string;
  readonly nextMonth: string;
}

export interface CalendarProps {
  /** The day that is chosen ("2026-11-17"), or nothing. */
  readonly value: string;
  /** The first and the last day that can be chosen. */
  readonly min?: string;
  readonly max?: string;
  readonly locale: string;
  readonly words: CalendarWords;
  readonly onChange: (day: string) => void;
}

/** What makes a grid with keys of its own of a table, as the ARIA pattern has it. */
const gridRole = { role: "grid" } as const;
const cellRole = (isChosen: boolean) => ({ role: "gridcell", "aria-selected": isChosen }) as const;

/** The days of a month to choose from, with the keys of the ARIA pattern for grids of dates. */
export function Calendar(props: CalendarProps) {
  const id = createUniqueId();
  const [current, setCurrent] = createSignal(clampDay(props.value || today(), props.min, props.max));
  const firstDay = createMemo(() => firstDayOf(props.locale));
  const weeks = createMemo(() => weeksOf(current(), firstDay()));
  const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(props.locale, options);
  const month = createMemo(() => formatOf({ month: "long", year: "numeric" }));
  const full = createMemo(() => formatOf({ dateStyle: "full" }));
  const number = createMemo(() => formatOf({ day: "numeric" }));
  const short = createMemo(() => formatOf({ weekday: "short" }));
  const long = createMemo(() => formatOf({ weekday: "long" }));
  const isOpen = (day: string) => clampDay(day, props.min, props.max) === day;
  let grid: HTMLTableElement | undefined;

  const go = (day: string) => setCurrent(clampDay(day, props.min, props.max));
  const onKeyDown = (event: KeyboardEvent) => {
    const day = current();
    const forward = getComputedStyle(event.currentTarget as Element).direction === "rtl" ? -1 : 1;
    const start = startOfWeek(day, firstDay());
    const months = event.shiftKey ? 12 : 1;
    const targets: Record<string, () => string> = {
      ArrowLeft: () => addDays(day, -forward),
      ArrowRight: () => addDays(day, forward),
      ArrowUp: () => addDays(day, -7),
      ArrowDown: () => addDays(day, 7),
      Home: () => start,
      End: () => addDays(start, 6),
      PageUp: () => addMonths(day, -months),
      PageDown: () => addMonths(day, months),
    };
    const target = targets[event.key];
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(target());
    grid?.querySelector<HTMLElement>(`[data-day="${current()}"]`)?.focus();
  };

  return (
    <div class={styles.calendar}>
      <header class={styles.header}>
        <IconButton
          class={styles.step}
          icon={ChevronLeft}
          label={props.words.previousMonth}
          onClick={() => go(addMonths(current(), -1))}
        />
        <h3 id={id} class={styles.month} aria-live="polite">
          {month().format(startOf(current()))}
        </h3>
        <IconButton
          class={styles.step}
          icon={ChevronRight}
          label={props.words.nextMonth}
          onClick={() => go(addMonths(current(), 1))}
        />
      </header>
      <table ref={grid} {...gridRole} class={styles.grid} aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <For each={weeks()[0]}>
              {(day) => (
                <th scope="col" abbr={long().format(startOf(day))}>
                  {short().format(startOf(day))}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={weeks()}>
            {(week) => (
              <tr>
                <For each={week}>
                  {(day) => (
                    <td {...cellRole(props.value === day)}>
                      <button
                        type="button"
                        class={styles.day}
                        data-day={day}
                        data-other={day.slice(0, 7) === current().slice(0, 7) ? undefined : ""}
                        aria-label={full().format(startOf(day))}
                        aria-current={day === today() ? "date" : undefined}
                        aria-disabled={isOpen(day) ? undefined : true}
                        tabindex={current() === day ? 0 : -1}
                        onClick={() => isOpen(day) && props.onChange(day)}
                      >
                        {number().format(startOf(day))}
                      </button>
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

/** Puts the focus on the day from which the keys of a calendar start. */
export function focusCalendar(container: Element): void {
  container.querySelector<HTMLElement>("[data-day][tabindex='0']")?.focus();
}
