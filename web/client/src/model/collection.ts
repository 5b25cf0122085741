import type { Model } from "./model.ts";

type Kind = "users" | "servers" | "channels" | "emojis" | "messages";

/** Views of the objects of one kind, by id. An object has the same view for as long as the state has it. */
export class Collection<View> {
  readonly #model: Model;
  readonly #kind: Kind;
  readonly #View: new (
    model: Model,
    id: string,
  ) => View;
  readonly #views = new Map<string, View>();

  constructor(model: Model, kind: Kind, view: new (model: Model, id: string) => View) {
    this.#model = model;
    this.#kind = kind;
    this.#View = view;
  }

  has(id: string): boolean {
    return this.#model.state[this.#kind][id] !== undefined;
  }

  get(id: string): View | undefined {
    if (!this.has(id)) {
      this.#views.delete(id);
      return undefined;
    }
    const view = this.#views.get(id) ?? new this.#View(this.#model, id);
    this.#views.set(id, view);
    return view;
  }

  list(): View[] {
    return Object.keys(this.#model.state[this.#kind]).flatMap((id) => this.get(id) ?? []);
  }
}
