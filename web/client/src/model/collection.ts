/** Views of the objects of one kind, by id. An object has the same view for as long as the state has it. */
export class Collection<View> {
  readonly #objects: () => Readonly<Record<string, object>>;
  readonly #createView: (id: string) => View;
  readonly #views = new Map<string, View>();

  constructor(objects: () => Readonly<Record<string, object>>, createView: (id: string) => View) {
    this.#objects = objects;
    this.#createView = createView;
  }

  has(id: string): boolean {
    return this.#objects()[id] !== undefined;
  }

  get(id: string): View | undefined {
    if (!this.has(id)) {
      this.#views.delete(id);
      return undefined;
    }
    const known = this.#views.get(id);
    if (known) return known;
    const view = this.#createView(id);
    this.#views.set(id, view);
    return view;
  }

  list(): View[] {
    return Object.keys(this.#objects()).flatMap((id) => this.get(id) ?? []);
  }
}
