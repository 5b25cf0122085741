import type { User } from "./user.ts";
import { View } from "./view.ts";

/** A custom emoji. */
export class Emoji extends View {
  get #data() {
    return this.model.state.emojis[this.id];
  }

  get name(): string {
    return this.#data?.name ?? "";
  }
  get url(): string {
    return `${this.model.addresses.files}/emojis/${this.id}`;
  }
  get isAnimated(): boolean {
    return this.#data?.animated ?? false;
  }
  get serverId(): string | undefined {
    const { parent } = this.#data ?? {};
    return parent?.type === "Server" ? parent.id : undefined;
  }
  get creator(): User | undefined {
    return this.model.users.get(this.#data?.creator_id ?? "");
  }
}
