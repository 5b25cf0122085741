/**
 * A heartbeat interval so long that the libraries never send one. They keep the timer after the server closes the
 * connection, and its next tick would throw in the middle of another test.
 */
export const heartbeatSeconds = 1_000_000;
