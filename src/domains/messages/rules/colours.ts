import { isColour } from "../../servers/index.ts";
import type { MessageDraft } from "../draft-model.ts";

/** Where a draft names something that is no colour, if it does. */
export function findBadColour({
  embeds = [],
  masquerade,
}: Pick<MessageDraft, "embeds" | "masquerade">): string | undefined {
  const isBad = (colour: string | undefined) => colour !== undefined && !isColour(colour);
  if (isBad(masquerade?.colour)) return "masquerade.colour";
  const index = embeds.findIndex(({ colour }) => isBad(colour));
  return index < 0 ? undefined : `embeds.${index}.colour`;
}
