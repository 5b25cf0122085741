import Type, { type Static } from "typebox";
import { Id, model } from "../../protocol/schema.ts";

/** More than anybody has, and few enough for one list. */
export const maxIdentities = 32;

export const Identity = model("Identity", "An account at a provider with which the caller signs in here.", {
  _id: Id,
  provider: Type.String({ description: "Id of the provider; empty if it is not configured any more." }),
  issuer: Type.String(),
  label: Type.String({ description: "What the provider called the person at the last sign-in." }),
  second_factor: Type.Boolean({
    description: "Whether the provider is trusted with a second factor, so that it can confirm an operator.",
  }),
  created_at: Type.String({ description: "ISO 8601." }),
  last_used_at: Type.String({ description: "ISO 8601." }),
});
export type Identity = Static<typeof Identity>;

export const FlowAddress = model("OidcFlow", "Where the browser proves who is there.", {
  url: Type.String({ description: "An address of the provider." }),
});
