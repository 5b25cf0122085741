import { endpoint } from "../../../declare/endpoint.ts";
import { servePreview } from "../actions/serve-file.ts";

export const servePreviewEndpoint = endpoint({
  id: "files_preview",
  method: "GET",
  path: "/autumn/:tag/:id",
  summary: "An image, small enough for where it is shown; other files redirect to the original.",
  auth: "none",
  limit: "none",
  errors: ["NotFound"],
  handle: ({ request, params, services, read }) => servePreview({ request, services, read }, params),
});
