import type { Config } from "../config/schema.ts";

/** Hashes with Argon2id; other Argon2 hashes verify too. Slow by design: never call it inside a transaction. */
export async function hashPassword(password: string, cost: Config["passwords"]): Promise<string> {
  return Bun.password.hash(password, {
    algorithm: "argon2id",
    memoryCost: cost.memory_kib,
    timeCost: cost.passes,
  });
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  // Bun throws for an empty password, which matches no hash.
  if (password === "") return false;
  return Bun.password.verify(password, hash);
}

const decoys = new Map<string, Promise<string>>();

/** Takes as long as a verification, so that the response time does not reveal that the account does not exist. */
export async function verifyAgainstNothing(password: string, cost: Config["passwords"]): Promise<false> {
  const key = `${cost.memory_kib} ${cost.passes}`;
  const decoy = decoys.get(key) ?? hashPassword(crypto.randomUUID(), cost);
  decoys.set(key, decoy);
  await verifyPassword(password, await decoy);
  return false;
}
