// Loaded before a program under test: what it does from time to time it does a thousand times as often.
const wait = globalThis.setInterval;
globalThis.setInterval = (run, ms, ...rest) => wait(run, ms / 1000, ...rest);
