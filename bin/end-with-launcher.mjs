// Runs in the server of `npm run dev` before its own code: a channel to whoever started it, whose end would tell that
// they have ended, does not survive the restarts by Bun.
const launcher = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === launcher) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, 200);
timer.unref();
