/** What something floats next to: an element, or where the element was if it has gone since. */
export interface Anchor {
  readonly element: Element | undefined;
  rect(): DOMRect | undefined;
}

export function anchorAt(element: Element | null): Anchor {
  let last = element?.getBoundingClientRect();
  return {
    element: element ?? undefined,
    rect() {
      if (element?.isConnected) last = element.getBoundingClientRect();
      return last;
    },
  };
}
