import type { AdminUser } from "../api/types.ts";

/** The name with what tells people of the same name apart. */
export const fullName = ({
  username,
  discriminator,
}: Pick<AdminUser, "username" | "discriminator">): string => `${username}#${discriminator}`;

export const flagBits = { suspended: 1, deleted: 2, banned: 4, spam: 8 } as const;

export const badgeBits = {
  developer: 1,
  translator: 2,
  supporter: 4,
  disclosure: 8,
  founder: 16,
  moderation: 32,
  activeSupporter: 64,
  paw: 128,
  earlyAdopter: 256,
} as const;
