import { decodeTime } from "ulid";
import type { File, RelationshipStatus, UserStatus } from "../../../protocol/types.ts";
import { avatarUrl } from "./files.ts";
import { View } from "./view.ts";

/** A user. Its fields follow the state, and stay readable when it forgets them. */
export class User extends View {
  get #data() {
    return this.model.state.users[this.id];
  }

  get username(): string {
    return this.#data?.username ?? "";
  }
  get discriminator(): string {
    return this.#data?.discriminator ?? "";
  }
  get displayName(): string {
    return this.#data?.display_name ?? this.username;
  }
  get createdAt(): Date {
    return new Date(decodeTime(this.id));
  }
  get avatar(): File | undefined {
    return this.#data?.avatar;
  }
  get avatarURL(): string {
    return avatarUrl(this.model.addresses, this.id, this.avatar);
  }
  get badges(): number {
    return this.#data?.badges ?? 0;
  }
  get bot() {
    return this.#data?.bot;
  }
  get relationship(): RelationshipStatus {
    return this.#data?.relationship ?? "None";
  }
  get online(): boolean {
    return this.#data?.online ?? false;
  }
  /** What they say of themselves while they are online. */
  get status(): UserStatus | undefined {
    return this.online ? this.#data?.status : undefined;
  }
  get self(): boolean {
    return this.id === this.model.state.selfId;
  }
}
