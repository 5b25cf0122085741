import { join } from "node:path";
import { freePorts } from "../processes/free-ports.ts";

const program = join(import.meta.dir, "../programs/identity-provider.ts");

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Whoever is at the provider from now on; nobody if absent, who is refused. */
  become(person: object | undefined, amr?: readonly string[]): Promise<void>;
  /** Knows a person no more, as one who was disabled. */
  disable(sub: string): Promise<void>;
  /** Tells a server that somebody has logged out: in one session, or altogether. */
  logOut(sub: string, at: { readonly url: string }, sid?: string): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** A real provider (oidc-provider) on a free port. */
export async function openIdentityProvider(): Promise<IdentityProvider> {
  const [port = 0] = await freePorts(1);
  const child = Bun.spawn([process.execPath, program, String(port)], { stdout: "pipe", stderr: "ignore" });
  for await (const chunk of child.stdout) if (new TextDecoder().decode(chunk).includes("ready")) break;
  const issuer = `http://127.0.0.1:${port}`;
  const tell = async (path: string, body: object) => {
    const { status } = await fetch(`${issuer}${path}`, { method: "POST", body: JSON.stringify(body) });
    if (status !== 204) throw new Error(`the provider answered ${status} to ${path}`);
  };
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return {
    issuer,
    become: (person = { sub: "nobody" }, amr = []) => tell("/person", { person, amr }),
    disable: (sub) => tell("/disable", { sub }),
    logOut: (sub, { url }, sid) =>
      tell("/logout", { sub, sid, uri: `${url}/api/auth/oidc/acme/backchannel-logout` }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export const clientSecret = "a secret of the client that is long enough";

/** The keys of a server that signs people in with this provider. */
export function configFor({ issuer }: { readonly issuer: string }, more: object = {}) {
  const keys = { id: "acme", name: "Acme", issuer, client_id: "ermine" };
  return {
    oidc: { providers: [{ ...keys, client_secret: clientSecret, ...more }] },
    outbound: { allow_private_hosts: ["127.0.0.1"] },
  };
}

/** The keys of a server that nobody enters by a password. */
export const withoutPasswords = {
  ...configFor({ issuer: "http://127.0.0.1:1" }),
  accounts: { password_login: "off" },
};
