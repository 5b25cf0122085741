import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createVault, digestToken } from "../../../platform/secrets/vault.ts";
import { newToken, readToken } from "./tokens.ts";

const services = { vault: createVault(randomBytes(32)) };

describe("tokens of bots", () => {
  test("are sealed, readable again, and found by their digest", () => {
    const stored = newToken(services, "bot");
    const token = readToken(services, { id: "bot", ...stored });
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(stored.token_digest).toBe(digestToken(token));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("are never the same twice", () => {
    const digests = Array.from({ length: 10 }, () => newToken(services, "bot").token_digest);
    expect(new Set(digests).size).toBe(10);
  });
});
