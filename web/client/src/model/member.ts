import type { Permission } from "../../../../src/permissions/bits.ts";
import type { File, MemberCompositeKey } from "../../../protocol/types.ts";
import { fileUrl } from "./files.ts";
import type { Model } from "./model.ts";
import { has } from "./permissions.ts";
import type { Role, Server } from "./server.ts";
import type { User } from "./user.ts";

/** The icon of a role, with the name of the role. */
export interface RoleIcon {
  readonly url: string;
  readonly name: string;
}

/** A user in a server. */
export class Member {
  readonly #model: Model;
  readonly id: MemberCompositeKey;

  constructor(model: Model, id: MemberCompositeKey) {
    this.#model = model;
    this.id = id;
  }

  get #data() {
    return this.#model.state.members[this.id.server]?.[this.id.user];
  }

  get user(): User | undefined {
    return this.#model.users.get(this.id.user);
  }
  get server(): Server | undefined {
    return this.#model.servers.get(this.id.server);
  }
  get joinedAt(): Date {
    return new Date(this.#data?.joined_at ?? 0);
  }
  get nickname(): string | undefined {
    return this.#data?.nickname;
  }
  get displayName(): string | undefined {
    return this.nickname ?? this.user?.displayName;
  }
  get avatar(): File | undefined {
    return this.#data?.avatar;
  }
  get avatarURL(): string | undefined {
    return this.avatar ? fileUrl(this.#model.addresses, this.avatar) : this.user?.avatarURL;
  }
  get roles(): readonly string[] {
    return this.#data?.roles ?? [];
  }
  get timeout(): Date | undefined {
    const { timeout } = this.#data ?? {};
    return timeout === undefined ? undefined : new Date(timeout);
  }
  /** The lowest first. */
  get orderedRoles(): readonly Role[] {
    const known = this.server?.roles;
    return this.roles.flatMap((id) => known?.get(id) ?? []).toSorted((a, b) => b.rank - a.rank);
  }
  /** The colour of the highest role that has one. */
  get roleColour(): string | undefined {
    return this.#highestWith("colour")?.colour;
  }
  /** The icon of the highest role that has one. */
  get roleIcon(): RoleIcon | undefined {
    const { icon, name = "" } = this.#highestWith("icon") ?? {};
    return icon && { url: fileUrl(this.#model.addresses, icon), name };
  }
  /** Every row of a list asks: the roles need not be sorted for it. */
  #highestWith(field: "colour" | "icon"): Role | undefined {
    const known = this.server?.roles;
    let highest: Role | undefined;
    for (const id of this.roles) {
      const role = known?.get(id);
      if (role?.[field] && (!highest || role.rank <= highest.rank)) highest = role;
    }
    return highest;
  }
  /** The rank of the highest role: the smaller, the higher. The owner is above all. */
  get ranking(): number {
    if (this.id.user === this.server?.ownerId) return Number.NEGATIVE_INFINITY;
    return this.orderedRoles.at(-1)?.rank ?? Number.POSITIVE_INFINITY;
  }
  hasPermission(name: Permission): boolean {
    return has(this.server?.permissionOf(this.id.user) ?? 0, name);
  }
}
