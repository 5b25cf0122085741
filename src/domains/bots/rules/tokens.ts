import type { Services } from "../../../declare/services.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { BotRow } from "../tables.ts";

/** In place of a sealed token that nobody can open any more. Its digest is still valid. */
export const lostToken = "";

type Token = Pick<BotRow, "token" | "token_digest">;

/** A new token for a bot, as it is stored: a digest to find it by, and sealed for the owner to read. */
export function newToken(services: Pick<Services, "vault">, id: string): Token {
  return sealBotToken(services, id, randomToken(64));
}

export function sealBotToken({ vault }: Pick<Services, "vault">, id: string, token: string): Token {
  return { token: vault.seal(token, purposeOf(id)), token_digest: digestToken(token) };
}

/** The token; empty if it is lost. */
export function readToken(
  { vault }: Pick<Services, "vault">,
  { id, token }: Pick<BotRow, "id" | "token">,
): string {
  return token === lostToken ? "" : vault.open(token, purposeOf(id));
}

const purposeOf = (id: string) => `bot ${id}`;
