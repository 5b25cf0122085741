import type { ListPage } from "../../../declare/page.ts";

interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
}

/** The page that a query asks for. */
export function readPageQuery({ limit = 50, after }: PageQuery): ListPage {
  return { limit, after };
}
