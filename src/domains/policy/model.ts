import Type, { type Static } from "typebox";
import { model, Timestamp } from "../../protocol/schema.ts";

export const PolicyChange = model("PolicyChange", "A change to the policies of this instance.", {
  created_time: Timestamp,
  effective_time: Timestamp,
  description: Type.String(),
  url: Type.String({ description: "URL of the new policy." }),
});
export type PolicyChange = Static<typeof PolicyChange>;
