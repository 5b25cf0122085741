import packageFile from "../../../../package.json" with { type: "json" };
import { endpoint } from "../../../declare/endpoint.ts";

export const serviceRootEndpoint = endpoint({
  id: "unfurl_root",
  method: "GET",
  path: "/january",
  summary: "What this is.",
  auth: "none",
  limit: { bucket: "any" },
  errors: [],
  async handle() {
    const body = { january: "Previews of links for this instance", version: packageFile.version };
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  },
});
