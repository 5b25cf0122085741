import { hook } from "../../declare/hook.ts";

/** Claims listens, which is above the sign-in. */
export const ForeignIdentityProved = hook<{
  readonly accountId: string;
  /** The service that users were imported from, such as `discord`. */
  readonly source: string;
  /** The id of the person there. */
  readonly foreignId: string;
}>({
  name: "foreign identity proved",
  doc: "The owner of an account has proved who they are in a service that users were imported from.",
});

/** A role of a server that depends on groups at a provider. */
export interface GroupRole {
  readonly serverId: string;
  readonly roleId: string;
  readonly isHeld: boolean;
  /** Whether somebody who is not a member becomes one. */
  readonly joins: boolean;
}

/** Servers listens. This cannot be a call, because servers is above the sign-in. */
export const GroupRolesDetermined = hook<{
  readonly userId: string;
  /** The names of the providers, for the audit log. */
  readonly providers: string;
  /** All roles that the providers of the user decide about. */
  readonly roles: readonly GroupRole[];
  /** Whether to log what cannot be given. False where it is asked every few seconds. */
  readonly isReported: boolean;
}>({
  name: "group roles determined",
  doc: "Providers have said in which groups a user is.",
});
