import elementDefaults from "happy-dom/lib/css/declaration/computed-style/config/CSSComputedStyleElementDefault.js";
import inherited from "happy-dom/lib/css/declaration/computed-style/config/CSSComputedStyleInheritedProperties.js";

/** Sizes in pixels. Nothing lays out the page, and a virtual list shows only what has a place in it. */
const rowHeight = 40;
const screenHeight = 720;
const width = 600;

const tall = new Set(["HTML", "BODY", "MAIN", "SECTION", "ASIDE"]);
const heightOf = ({ tagName }: Element) => (tall.has(tagName) ? screenHeight : rowHeight);

/** A virtual list says itself how high all of its rows are. */
function contentHeightOf(element: Element): number {
  const lists = [...element.querySelectorAll<HTMLElement>("ol, ul")];
  return Math.max(heightOf(element), ...lists.map(({ style }) => Number.parseFloat(style.height) || 0));
}

const scrolled = new WeakMap<Element, number>();

function scroll(element: Element, top: number): void {
  const next = Math.max(0, Math.min(top, contentHeightOf(element) - heightOf(element)));
  if (next === scrolled.get(element)) return;
  scrolled.set(element, next);
  queueMicrotask(() => element.dispatchEvent(new Event("scroll")));
}

/** Lets elements have a size and scroll, and observers learn of their size. */
export function giveSizes(): void {
  const define = (name: string, property: PropertyDescriptor & ThisType<HTMLElement>) =>
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, ...property });
  for (const name of ["offsetHeight", "clientHeight"])
    define(name, {
      get() {
        return heightOf(this);
      },
    });
  for (const name of ["offsetWidth", "clientWidth"]) define(name, { get: () => width });
  define("scrollHeight", {
    get() {
      return contentHeightOf(this);
    },
  });
  define("scrollTop", {
    get() {
      return scrolled.get(this) ?? 0;
    },
    set(top: number) {
      scroll(this, top);
    },
  });
  define("offsetParent", {
    get() {
      return this.isConnected ? this.parentElement : null;
    },
  });
  Object.assign(globalThis, { ResizeObserver: SizeObserver });
  computeStylesQuickly();
}

/** What closes waits for the end of its animation, and none is played here. */
const ownValues: Readonly<Record<string, string>> = { "animation-name": "none" };

/**
 * Computes one property when it is asked for. happy-dom computes all of them for all ancestors first, which took a fifth
 * of the time of axe. There are no style sheets but those of the own theme, which say nothing but variables.
 */
function computeStylesQuickly(): void {
  globalThis.getComputedStyle = (element) => {
    const read = (property: string) => ownValues[property] ?? computedValue(element, property);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === "getPropertyValue") return read;
        return typeof name === "string" ? read(kebabCase(name)) : undefined;
      },
    });
  };
}

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const arePassedOn: Readonly<Record<string, boolean>> = inherited;
const defaultStyles: Readonly<Record<string, string | Readonly<Record<string, string>>>> = elementDefaults;

function computedValue(element: Element, property: string): string {
  const isPassedOn = property.startsWith("--") || arePassedOn[property] === true;
  for (let at: Element | null = element; at; at = isPassedOn ? at.parentElement : null) {
    const value = at.hasAttribute("style") && (at as HTMLElement).style.getPropertyValue(property);
    if (value) return value;
  }
  return property === "display" && element.isConnected ? displayOf(element) : "";
}

function displayOf(element: Element): string {
  const css = defaultStyles[element.tagName];
  const text = typeof css === "object" ? css[element.hasAttribute("open") ? "open" : "default"] : css;
  return /display: ([\w-]+)/.exec(text ?? "")?.[1] ?? "";
}

class SizeObserver {
  readonly #tell: ResizeObserverCallback;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  observe(target: Element): void {
    queueMicrotask(() => {
      if (!target.isConnected) return;
      const size = [{ inlineSize: width, blockSize: heightOf(target) }];
      const contentRect = new DOMRectReadOnly(0, 0, width, heightOf(target));
      const sizes = { borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
      this.#tell([{ target, contentRect, ...sizes }], this);
    });
  }

  unobserve(): void {}
  disconnect(): void {}
}
