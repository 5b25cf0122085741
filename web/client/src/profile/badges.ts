import type { t } from "../i18n/i18n.ts";

type BadgeName = keyof ReturnType<typeof t>["people"]["badges"];

const bits: readonly (readonly [bit: number, name: BadgeName])[] = [
  [1, "developer"],
  [2, "translator"],
  [4, "supporter"],
  [8, "disclosure"],
  [16, "founder"],
  [32, "moderation"],
  [64, "activeSupporter"],
  [128, "paw"],
  [256, "earlyAdopter"],
];

/** The badges in a user's bit field. */
export const badgesOf = (badges: number | undefined): BadgeName[] =>
  bits.filter(([bit]) => ((badges ?? 0) & bit) !== 0).map(([, name]) => name);
