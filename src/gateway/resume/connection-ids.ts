import type { Vault } from "../../platform/secrets/vault.ts";

export interface SessionOfUser {
  readonly userId: string;
  /** Undefined for bots. */
  readonly sessionId: string | undefined;
}

/** The ids of connections that can be resumed: every node can tell whose an id is, and nobody can invent one. */
export class ConnectionIds {
  readonly #key: string;

  constructor(vault: Vault) {
    this.#key = vault.digest("", "resumable connections");
  }

  create(caller: SessionOfUser): string {
    const random = crypto.randomUUID();
    return `${random}.${this.#sign(random, caller)}`;
  }

  isOf(id: string, caller: SessionOfUser): boolean {
    const [random = "", signature] = id.split(".");
    return signature === this.#sign(random, caller);
  }

  #sign(random: string, { userId, sessionId = "" }: SessionOfUser): string {
    const text = `${random} ${userId} ${sessionId}`;
    return new Bun.CryptoHasher("sha256", this.#key).update(text).digest("base64url");
  }
}
