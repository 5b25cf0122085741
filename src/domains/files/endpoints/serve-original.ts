import { endpoint } from "../../../declare/endpoint.ts";
import { serveOriginal } from "../actions/serve-file.ts";

export const serveOriginalEndpoint = endpoint({
  id: "files_original",
  method: "GET",
  path: "/autumn/:tag/:id/:filename",
  summary: "A file as it is kept, or a part of it. `original` stands for a name that is not known.",
  auth: "none",
  limit: "none",
  errors: ["NotFound"],
  handle: ({ request, params, services, read }) => serveOriginal({ request, services, read }, params),
});
