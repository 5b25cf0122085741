import type { Samples } from "../../compat/sample.ts";

export const samples: Samples = {
  "GET /": async ({ server }) => [await server.client.get("/")],
};
