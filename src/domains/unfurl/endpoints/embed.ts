import { endpoint } from "../../../declare/endpoint.ts";
import { networkOfAddress } from "../../../platform/network/client-network.ts";
import { embedLink } from "../actions/embed-link.ts";

export const embedEndpoint = endpoint({
  id: "unfurl_embed",
  method: "GET",
  path: "/january/embed",
  summary: "What to show of the link `url`.",
  auth: "none",
  limit: { bucket: "any" },
  errors: ["FailedValidation", "InvalidOperation", "ProxyError", "NoEmbedData"],
  async handle({ query, address, services }) {
    const embed = await embedLink(services, query.get("url"), networkOfAddress(address()));
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(embed) };
  },
});
