/**
 * The exit code of a program that would fail in the same way if it were started again: `EX_CONFIG` of sysexits.h. The
 * systemd unit then does not restart it. All other failures end with 1.
 */
export const repeatingCannotHelp = 78;
