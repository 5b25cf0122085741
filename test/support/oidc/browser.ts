/** What a browser does during a sign-in: it follows redirects, and keeps the cookies of each host, whatever the port. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects until one leads to the page at which sign-ins end, or to an address that `stopAt` accepts. */
  async visit(address: string, stopAt: (url: URL) => boolean = () => false): Promise<URL> {
    let url = new URL(address);
    for (let hops = 0; hops < 12; hops++) {
      if (/^(\/admin)?\/sign-in$/.test(url.pathname) || stopAt(url)) return url;
      const response = await fetch(url, { redirect: "manual", headers: { cookie: this.#cookieFor(url) } });
      this.#keep(url, response.headers.getSetCookie());
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error(`too many redirects, to ${url}`);
  }

  #cookieFor({ hostname: host }: URL): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keep({ hostname: host }: URL, lines: readonly string[]): void {
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    this.#cookies.set(host, cookies);
  }
}

/** What a sign-in has ended with. */
export const endOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
