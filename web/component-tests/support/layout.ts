/** Sizes in pixels. Nothing lays out the page, and a virtual list shows only what has a place in it. */
const rowHeight = 40;
const screenHeight = 720;
const width = 600;

const heightOf = (element: Element) =>
  element.matches("html, body, main, section, aside") ? screenHeight : rowHeight;

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
  endAnimations();
}

/** What closes waits for the end of its animation, and none is played here. */
function endAnimations(): void {
  const styleOf = globalThis.getComputedStyle.bind(globalThis);
  globalThis.getComputedStyle = (...args) =>
    new Proxy(styleOf(...args), {
      get: (style, name) => (name === "animationName" ? "none" : Reflect.get(style, name, style)),
    });
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
