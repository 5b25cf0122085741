import { makeTotpSecret } from "../../../src/domains/accounts/index.ts";
import { createSetupCode } from "../../../src/domains/setup/index.ts";
import { newEmail, password } from "../accounts/people.ts";
import { totpCode } from "../accounts/second-factor.ts";
import { noteSecret } from "../log/used-secrets.ts";
import type { TestServer } from "../server/server.ts";

export const setupMail = {
  host: "127.0.0.1",
  port: 1,
  tls: "none",
  username: "",
  password: "",
  from: "Ermine <noreply@example.com>",
};

/** The headers of a page that has been opened by a new link. */
export async function newSetupHeaders({
  running,
}: Pick<TestServer, "running">): Promise<Record<string, string>> {
  const token = await running.store.write((tx) => createSetupCode(tx));
  if (token === undefined) throw new Error("there is an operator");
  noteSecret(token);
  return { "x-setup-token": token };
}

/** What the page sends at its end. */
export function newCompletion(now = Date.now(), more: object = {}) {
  const totp_secret = makeTotpSecret();
  return {
    email: newEmail(),
    password,
    username: "Boss",
    totp_secret,
    totp_code: totpCode(totp_secret, now),
    community: "Town",
    ...more,
  };
}
