// Preloaded into a program under test: its intervals run a thousand times as often.
const wait = globalThis.setInterval;
globalThis.setInterval = (run, ms, ...rest) => wait(run, ms / 1000, ...rest);
