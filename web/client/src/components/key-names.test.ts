import { expect, test } from "bun:test";
import { isWriting, keysPressed } from "./key-names.ts";

const press = (key: string, more: Partial<Parameters<typeof keysPressed>[0]> = {}) =>
  keysPressed({ key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("keys have the names that pages show", () => {
  expect(press("k", { ctrlKey: true })).toBe("Ctrl K");
  expect(press("K", { metaKey: true, shiftKey: true })).toBe("Ctrl Shift K");
  expect(press("ArrowUp", { altKey: true, shiftKey: true })).toBe("Alt Shift ↑");
  expect(press("Escape", { shiftKey: true })).toBe("Shift Esc");
  expect(press("F8")).toBe("F8");
});

test("a symbol is the same with Shift and without, modifiers alone are nothing", () => {
  expect(press("?", { shiftKey: true })).toBe("?");
  expect(press("?")).toBe("?");
  expect(press(",", { ctrlKey: true })).toBe("Ctrl ,");
  expect(press("Control", { ctrlKey: true })).toBeUndefined();
  expect(press("Dead", { altKey: true })).toBeUndefined();
});

test("other scripts have the letter of the key", () => {
  expect(press("л", { code: "KeyK", ctrlKey: true })).toBe("Ctrl K");
  expect(press("˚", { code: "KeyK", altKey: true })).toBe("Alt K");
  expect(press("a", { code: "KeyQ", ctrlKey: true })).toBe("Ctrl A");
});

test("digits with Ctrl and Shift go by their place", () => {
  const held = { code: "Digit7", ctrlKey: true, shiftKey: true };
  expect(["&", "/", "7"].map((key) => press(key, held))).toEqual(Array(3).fill("Ctrl Shift 7"));
  expect(press("7", { code: "Digit7", ctrlKey: true })).toBe("Ctrl 7");
  expect(press("/", { code: "Digit7", shiftKey: true })).toBe("/");
  expect(press("{", { ...held, altKey: true })).toBe("Ctrl Alt {");
});

test("characters without Ctrl and Alt are written", () => {
  expect(["?", "Shift K", "7", "Space"].every(isWriting)).toBe(true);
  expect(["Ctrl K", "Alt ↑", "↑", "Esc", "F8"].some(isWriting)).toBe(false);
});
