import type { Config } from "../config/schema.ts";

/** Argon2id for new passwords; any Argon2 string verifies. Slow by design: never inside a transaction. */
export async function hashPassword(password: string, cost: Config["passwords"]): Promise<string> {
  return Bun.password.hash(password, {
    algorithm: "argon2id",
    memoryCost: cost.memory_kib,
    timeCost: cost.passes,
  });
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  // Bun refuses an empty password with an exception; it fits no hash.
  if (password === "") return false;
  return Bun.password.verify(password, hash);
}

const decoys = new Map<string, Promise<string>>();

/** Takes as long as a verification, for callers who must not learn that there is nothing to verify. */
export async function verifyAgainstNothing(password: string, cost: Config["passwords"]): Promise<false> {
  const key = `${cost.memory_kib} ${cost.passes}`;
  const decoy = decoys.get(key) ?? hashPassword(crypto.randomUUID(), cost);
  decoys.set(key, decoy);
  await verifyPassword(password, await decoy);
  return false;
}
