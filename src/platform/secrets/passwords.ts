import type { Config } from "../../config/schema.ts";

/** Hashes with Argon2id; other Argon2 hashes verify too. Slow by design: never call it inside a transaction. */
export async function hashPassword(password: string, cost: Config["passwords"]): Promise<string> {
  return Bun.password.hash(password, {
    algorithm: "argon2id",
    memoryCost: cost.memory_kib,
    timeCost: cost.passes,
  });
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  // Bun throws for an empty password or hash, which match nothing.
  if (password === "" || hash === "") return false;
  return Bun.password.verify(password, hash);
}

/** The hash of a password that nobody knows, made when it is first needed. */
export class DecoyHash {
  readonly #cost: Config["passwords"];
  #hash: Promise<string> | undefined;

  constructor(cost: Config["passwords"]) {
    this.#cost = cost;
  }

  /** Takes as long as `verifyPassword`, so that the response time does not reveal that the account does not exist. */
  async verify(password: string): Promise<false> {
    this.#hash ??= hashPassword(crypto.randomUUID(), this.#cost);
    await verifyPassword(password, await this.#hash);
    return false;
  }
}
