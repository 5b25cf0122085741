import Type from "typebox";
import { describeConfig } from "../../../config/describe-config.ts";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { AdminConfigurationValue } from "../state-model.ts";

export const fetchConfigurationRoute = route({
  id: "admin_fetch_configuration",
  method: "GET",
  path: "/admin/configuration",
  summary: "Show every key of the configuration with the value that is in force, without secrets.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: Type.Array(AdminConfigurationValue, { maxItems: maxListed }),
  errors: [],
  handle: ({ services: { config } }) =>
    describeConfig(config).map(({ isSecret, isDefault, ...described }) => ({
      ...described,
      is_secret: isSecret,
      is_default: isDefault,
    })),
});
