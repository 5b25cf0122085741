import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { viewSetup } from "../actions/view-setup.ts";
import { SetupHeaders, SetupState } from "../model.ts";

export const fetchSetupRoute = route({
  id: "setup_fetch",
  method: "GET",
  path: "/auth/setup",
  summary: "Fetch what the setup page has to know. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: Type.Object({
    ...SetupHeaders.properties,
    "x-forwarded-for": Type.Optional(Type.String({ maxLength: 16_384 })),
  }),
  reply: SetupState,
  errors: ["NotFound"],
  async handle({ db, headers, address, services, fail }) {
    const link = await requireSetup(db, headers, fail);
    const proxy = headers["x-forwarded-for"] === undefined ? undefined : address();
    return viewSetup(services, { ...link, proxy });
  },
});
