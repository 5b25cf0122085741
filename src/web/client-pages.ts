import type { Entry, Website } from "../http/app.ts";
import type { Services } from "../store/services.ts";
import type { BuiltClient } from "./built-client.ts";
import { buildingPage } from "./pages/home-page.ts";
import { respondPage } from "./pages/page.ts";
import { respondFile } from "./respond-file.ts";

/** The files of a built client. Its views have addresses too, and the index page shows each of them. */
export class ClientPages implements Website {
  readonly #files: BuiltClient;
  readonly #security: Readonly<Record<string, string>>;

  constructor(files: BuiltClient, security: Readonly<Record<string, string>>) {
    this.#files = files;
    this.#security = security;
  }

  find(request: Request, path: string): Entry | undefined {
    if (!isRead(request)) return undefined;
    const own = this.#files.get(path);
    const file = own ?? (asksForPage(request, path) ? this.#files.get("/") : undefined);
    if (!file) return undefined;
    const security = this.#security;
    return {
      label: own ? path : "a view of the web client",
      serve: ({ response }) => respondFile(request, file, { security, context: response }),
    };
  }
}

/** Says at every address of the client that it is not there yet. */
export class BuildingPages implements Website {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  find(request: Request, path: string): Entry | undefined {
    if (!isRead(request) || !asksForPage(request, path)) return undefined;
    return {
      label: "the web client before it is built",
      serve: ({ response }) => respondPage(buildingPage, this.#services, response),
    };
  }
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Whether a browser wants to show this path as a page: not a picture, script or anything else in one. */
function asksForPage({ headers }: Request, path: string): boolean {
  if (path.startsWith("/assets/") || path.includes("/.")) return false;
  return path === "/" || (headers.get("accept") ?? "").includes("text/html");
}
