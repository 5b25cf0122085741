/** Moves the focus among the buttons of a grid by the arrow keys; upwards out of it by `leave`. */
export function moveInGrid(event: KeyboardEvent, grid: HTMLElement, leave: () => void): void {
  const buttons = [...grid.querySelectorAll("button")];
  const index = buttons.findIndex((button) => button.matches(":focus"));
  const current = buttons[index];
  if (!current) return;
  const isRightToLeft = getComputedStyle(grid).direction === "rtl";
  const step = isRightToLeft ? -1 : 1;
  const target = {
    ArrowRight: () => buttons[index + step],
    ArrowLeft: () => buttons[index - step],
    ArrowDown: () => nearestInNextRow(current, buttons.slice(index + 1)),
    ArrowUp: () => nearestInNextRow(current, buttons.slice(0, index).reverse()),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  const next = target();
  if (next) next.focus();
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") leave();
}

/** The button of the first other row that is the nearest one sideways. */
function nearestInNextRow(current: HTMLElement, others: readonly HTMLElement[]): HTMLElement | undefined {
  const row = others.find((other) => other.offsetTop !== current.offsetTop)?.offsetTop;
  const inRow = others.filter((other) => other.offsetTop === row);
  const distance = (other: HTMLElement) => Math.abs(other.offsetLeft - current.offsetLeft);
  return inRow.sort((a, b) => distance(a) - distance(b))[0];
}
