import { shareEncoding } from "../../../platform/memoize/shared-encoding.ts";
import type { EffectiveRelation } from "../../../visibility/view-change.ts";
import type { User } from "../model.ts";
import { isOnline, knownView, type ShownUser, type ViewServices } from "./views.ts";

type Views = Partial<Record<EffectiveRelation, User>>;

/** A user as many others see them: all with the same relation get the same view, which is encoded once. */
export class SharedUser {
  readonly row: ShownUser & { readonly revision: string };
  readonly #online: Views = {};
  readonly #offline: Views = {};

  constructor(row: SharedUser["row"]) {
    this.row = row;
  }

  /** The same as `knownView`. All calls must be with the services of one server. */
  viewFor(relation: EffectiveRelation, services: ViewServices): User {
    const views = isOnline(this.row, services) ? this.#online : this.#offline;
    const known = views[relation];
    if (known) return known;
    const view = shareEncoding(knownView(this.row, relation, services));
    views[relation] = view;
    return view;
  }
}
