/** Moves the focus to the same control of another row. Returns what has it now. */
export function moveInRows(event: KeyboardEvent): HTMLElement | undefined {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || isTyping(target)) return undefined;
  const row = target.closest("tr");
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row ? rows.indexOf(row) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  const next = to === undefined ? undefined : rows[to];
  if (!row || !next) return undefined;
  const place = controlsOf(row).indexOf(target);
  const controls = controlsOf(next);
  const reached = controls[place] ?? controls[0];
  reached?.focus();
  event.preventDefault();
  return reached;
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>("input, a[href], button")];

const isTyping = (target: HTMLElement) => target instanceof HTMLInputElement && target.type !== "checkbox";
