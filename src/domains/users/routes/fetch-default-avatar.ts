import { route } from "../../../declare/route.ts";
import { bytes } from "../../../protocol/schema.ts";
import { defaultAvatars } from "../resources/default-avatars.ts";

export const fetchDefaultAvatarRoute = route({
  id: "get_default_avatar_default_avatar",
  method: "GET",
  path: "/users/:target/default_avatar",
  summary: "Fetch the default avatar of a user. Every string has one.",
  auth: "none",
  limit: { bucket: "default_avatar" },
  reply: bytes("image/png", "public, max-age=31536000, immutable"),
  errors: [],
  handleInSteps: ({ params, services }) => services.resources.get(defaultAvatars).render(params.target),
});
