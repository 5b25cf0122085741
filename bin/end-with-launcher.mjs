// Runs in the server before its own code, where no channel to the launcher tells it that the launcher has ended.
const launcher = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === launcher) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, 200);
timer.unref();
