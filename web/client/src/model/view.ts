import type { Model } from "./model.ts";

/** A view of one object of the state. It has no data of its own. */
export abstract class View {
  protected readonly model: Model;
  readonly id: string;

  constructor(model: Model, id: string) {
    this.model = model;
    this.id = id;
  }
}
