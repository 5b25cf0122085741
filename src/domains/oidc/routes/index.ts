export { acceptLinkRoute } from "./accept-link.ts";
export { beginConfirmationRoute } from "./begin-confirmation.ts";
export { beginLinkRoute } from "./begin-link.ts";
export { fetchAccountOverviewRoute } from "./fetch-account-overview.ts";
export { fetchIdentitiesRoute } from "./fetch-identities.ts";
export { unlinkRoute } from "./unlink.ts";
