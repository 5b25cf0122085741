/** The version of the protocol that clients can rely on. */
export const apiVersion = "0.11.5";
