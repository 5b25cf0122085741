import Type, { type Static } from "typebox";
import { input, model } from "./schema.ts";

/** Permission bits; they reach beyond 32 bits, so they are never combined with JavaScript's bit operators. */
export const PermissionBits = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const Override = model("OverrideField", "Permissions allowed and denied.", {
  a: PermissionBits,
  d: PermissionBits,
});

export type Override = Static<typeof Override>;

/** The same as clients say it. */
export const OverrideInput = input("Override", "Permissions to allow and to deny.", {
  allow: PermissionBits,
  deny: PermissionBits,
});
