import type { Samples } from "./sample.ts";

export const serviceSamples: Samples = {
  "GET /": async ({ server }) => [await server.client.get("/")],
};
