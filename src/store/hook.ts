declare const carried: unique symbol;

/** Something that a lower domain raises inside its transaction so that higher domains can act in it. */
export interface Hook<P> {
  readonly name: string;
  readonly doc: string;
  readonly [carried]?: P;
}

export function hook<P>(spec: { name: string; doc: string }): Hook<P> {
  return spec;
}
