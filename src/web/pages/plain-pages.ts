import type { Services } from "../../declare/services.ts";
import type { Entry, HandleRequest } from "../../http/app.ts";
import { decodeParams } from "../../http/mount.ts";
import { Router } from "../../http/router.ts";
import { accountPages } from "./account-pages.ts";
import { homePage } from "./home-page.ts";
import { invitePage } from "./invite-page.ts";
import { type PageContent, type PageRequest, respondPage } from "./page.ts";

interface Page {
  readonly path: string;
  serve(request: PageRequest): PageContent | Promise<PageContent>;
}

/** The pages without script, which replace a web client. */
export class PlainPages {
  readonly #services: Services;
  readonly #router = new Router<Page>();

  /** `hasFailed`: there should be a web client, and it could not be built. */
  constructor(services: Services, { hasFailed }: { hasFailed: boolean }) {
    this.#services = services;
    const home: Page = { path: "/", serve: () => homePage(services, { hasFailed }) };
    for (const page of [home, { path: "/invite/:code", serve: invitePage }])
      this.#router.add("GET", page.path, page);
    for (const { path, show, submit } of accountPages) {
      this.#router.add("GET", path, { path, serve: show });
      this.#router.add("POST", path, { path, serve: submit });
    }
  }

  find({ method }: Request, path: string, callApi: HandleRequest): Entry | undefined {
    const match = this.#router.match(method === "HEAD" ? "GET" : method, path);
    if (!match) return undefined;
    const services = this.#services;
    return {
      label: match.value.path,
      async serve(incoming) {
        const params = decodeParams(match.params);
        const content = await match.value.serve({ incoming, params, services, callApi });
        return respondPage(content, services, incoming.response);
      },
    };
  }
}
