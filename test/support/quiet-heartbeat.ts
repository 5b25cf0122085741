/**
 * In seconds, for the libraries. When the server closes a connection they leave their timer behind, which would
 * throw the next time, in the middle of another test.
 */
export const quietHeartbeat = 1_000_000;
