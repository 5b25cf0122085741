/** What people do with a page, as events in the order in which browsers send them. */

interface Modifiers {
  /** The place on the keyboard, where it is not the key itself. */
  readonly code?: string;
  readonly shiftKey?: boolean;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly isComposing?: boolean;
}

const usual = { bubbles: true, cancelable: true, composed: true };

export function click(target: Element, modifiers: Modifiers = {}): void {
  const mouse = { ...usual, button: 0, ...modifiers };
  const pointer = { ...mouse, pointerId: 1, pointerType: "mouse", isPrimary: true };
  // Preventing the first of them suppresses all mouse events but the click, and leaves the focus where it is.
  const hasMouse = target.dispatchEvent(new PointerEvent("pointerdown", pointer));
  if (hasMouse && target.dispatchEvent(new MouseEvent("mousedown", mouse))) focusAt(target);
  target.dispatchEvent(new PointerEvent("pointerup", pointer));
  if (hasMouse) target.dispatchEvent(new MouseEvent("mouseup", mouse));
  target.dispatchEvent(new MouseEvent("click", { ...mouse, detail: 1 }));
}

export function rightClick(target: Element): void {
  const mouse = { ...usual, button: 2, clientX: 10, clientY: 10 };
  target.dispatchEvent(new PointerEvent("pointerdown", { ...mouse, pointerId: 1, pointerType: "mouse" }));
  target.dispatchEvent(new MouseEvent("contextmenu", mouse));
  target.dispatchEvent(new PointerEvent("pointerup", { ...mouse, pointerId: 1, pointerType: "mouse" }));
}

export function hover(target: Element): void {
  const pointer = { ...usual, pointerId: 1, pointerType: "mouse" };
  target.dispatchEvent(new PointerEvent("pointerenter", { ...pointer, bubbles: false }));
  for (const name of ["pointerover", "pointermove"]) target.dispatchEvent(new PointerEvent(name, pointer));
}

/** Presses a key where the focus is. */
export function press(key: string, modifiers: Modifiers = {}): void {
  const target = document.activeElement ?? document.body;
  const init = { ...usual, key, code: key, ...modifiers };
  const isLeft = target.dispatchEvent(new KeyboardEvent("keydown", init));
  if (isLeft && target instanceof HTMLElement) pressed(target, key)?.click();
  target.dispatchEvent(new KeyboardEvent("keyup", init));
}

/** What a browser clicks for a key, if nothing has prevented it. */
function pressed(target: HTMLElement, key: string): HTMLElement | null {
  const isEither = target.matches("button, a[href], [role=switch]") && (key === "Enter" || key === " ");
  if (isEither || (target.matches("[type=checkbox]") && key === " ")) return target;
  // Enter in a field presses the button of its form.
  if (key !== "Enter" || !(target instanceof HTMLInputElement) || !target.form) return null;
  const { form } = target;
  return form.querySelector("[type=submit]") ?? document.querySelector(`[type=submit][form="${form.id}"]`);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Puts a text into a field in the place of what it holds. */
export function fill(field: Element, text: string): void {
  if (!isField(field)) throw new Error("this is no field to write in");
  field.focus();
  field.value = text;
  // Dates and the like have no caret.
  if (field.selectionStart !== null) field.setSelectionRange(text.length, text.length);
  field.dispatchEvent(new InputEvent("input", { ...usual, data: text, inputType: "insertText" }));
  field.dispatchEvent(new Event("change", usual));
}

/** Writes on at the end of what a field holds. */
export function write(field: Element | null, text: string): void {
  if (!field || !isField(field)) throw new Error("this is no field to write in");
  fill(field, field.value + text);
}

/** Gives files to a field for them. */
export function pick(field: HTMLElement, ...files: readonly File[]): void {
  Object.defineProperty(field, "files", { configurable: true, value: files });
  field.dispatchEvent(new Event("change", usual));
}

function isField(element: Element): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function focusAt(target: Element): void {
  const focusable = target.closest("a[href], button, input, textarea, [tabindex]");
  if (focusable instanceof HTMLElement) focusable.focus();
}
