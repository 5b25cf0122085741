export { endRingRoute } from "./end-ring.ts";
export { joinCallRoute } from "./join-call.ts";
export { lowerHandRoute } from "./lower-hand.ts";
export { raiseHandRoute } from "./raise-hand.ts";
