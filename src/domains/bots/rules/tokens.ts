import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Services } from "../../../store/services.ts";
import type { BotRow } from "../tables.ts";

type Token = Pick<BotRow, "token" | "token_digest">;

/** A new token for a bot, as it is stored: a digest to find it by, and sealed for the owner to read. */
export function newToken({ vault }: Pick<Services, "vault">, id: string): Token {
  const token = randomToken(64);
  return { token: vault.seal(token, purposeOf(id)), token_digest: digestToken(token) };
}

export function readToken(
  { vault }: Pick<Services, "vault">,
  { id, token }: Pick<BotRow, "id" | "token">,
): string {
  return vault.open(token, purposeOf(id));
}

const purposeOf = (id: string) => `bot ${id}`;
