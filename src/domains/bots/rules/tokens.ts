import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Services } from "../../../store/services.ts";
import type { BotRow } from "../tables.ts";

type Keeper = Pick<Services, "vault">;
type Token = Pick<BotRow, "token" | "token_digest">;

/** Another token for a bot, as it is stored: to be found by its digest, and read by the bot's owner. */
export function newToken({ vault }: Keeper, id: string): Token {
  const token = randomToken(64);
  return { token: vault.seal(token, purposeOf(id)), token_digest: digestToken(token) };
}

export function readToken({ vault }: Keeper, { id, token }: Pick<BotRow, "id" | "token">): string {
  return vault.open(token, purposeOf(id));
}

const purposeOf = (id: string) => `bot ${id}`;
