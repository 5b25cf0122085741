import type { Services } from "../declare/services.ts";
import type { Entry, Website } from "../http/app.ts";
import type { BuiltClient } from "./built-client.ts";
import { type PageContent, respondPage } from "./pages/page.ts";
import { respondFile } from "./respond-file.ts";

/** The files of a built client. Its views have addresses too, and the index page shows each of them. */
export class ClientPages implements Website {
  readonly #files: BuiltClient;
  readonly #security: Readonly<Record<string, string>>;
  readonly #index: string;

  constructor(files: BuiltClient, security: Readonly<Record<string, string>>, index = "/") {
    this.#files = files;
    this.#security = security;
    this.#index = index;
  }

  find(request: Request, path: string): Entry | undefined {
    if (!isRead(request)) return undefined;
    const own = this.#files.get(path);
    const file = own ?? (asksForPage(request, path) ? this.#files.get(this.#index) : undefined);
    if (!file) return undefined;
    const security = this.#security;
    return {
      label: own ? path : `a view of ${this.#index}`,
      serve: ({ response }) => respondFile(request, file, { security, context: response }),
    };
  }
}

/** Says at every address of a client why it is not there. */
export class StandInPages implements Website {
  readonly #services: Services;
  readonly #content: PageContent;

  constructor(services: Services, content: PageContent) {
    this.#services = services;
    this.#content = content;
  }

  find(request: Request, path: string): Entry | undefined {
    if (!isRead(request) || !asksForPage(request, path)) return undefined;
    return {
      label: "a client that is not built",
      serve: ({ response }) => respondPage(this.#content, this.#services, response),
    };
  }
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Whether a browser wants to show this path as a page: not an image, script or anything else in one. */
function asksForPage({ headers }: Request, path: string): boolean {
  if (/^(\/admin)?\/assets\//.test(path) || path.includes("/.")) return false;
  return path === "/" || (headers.get("accept") ?? "").includes("text/html");
}
