import { join } from "node:path";
import { freePorts } from "../processes/free-ports.ts";

const program = join(import.meta.dir, "../programs/identity-provider.ts");

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Whoever is at the provider from now on; nobody if absent, who is refused. */
  become(person: object | undefined, amr?: readonly string[]): Promise<void>;
}

/** A real provider (oidc-provider) on a free port. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const [port = 0] = await freePorts(1);
  const child = Bun.spawn([process.execPath, program, String(port)], { stdout: "pipe", stderr: "ignore" });
  for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes("ready")) break;
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    async become(person = { sub: "nobody" }, amr = []) {
      await fetch(`${issuer}/person`, { method: "POST", body: JSON.stringify({ person, amr }) });
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** The keys of a server that signs people in with this provider. */
export function configFor({ issuer }: { readonly issuer: string }, more: object = {}) {
  const keys = { id: "acme", name: "Acme", issuer, client_id: "ermine" };
  const client_secret = "a secret of the client that is long enough";
  return {
    oidc: { providers: [{ ...keys, client_secret, ...more }] },
    outbound: { allow_private_hosts: ["127.0.0.1"] },
  };
}

/** The keys of a server that nobody enters by a password. */
export const withoutPasswords = {
  ...configFor({ issuer: "http://127.0.0.1:1" }),
  accounts: { password_login: "off" },
};
