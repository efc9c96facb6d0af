// Runs Postgres or Redis for a parent process. When the parent closes stdin, on purpose or by exiting, stops the server
// and removes its directory. Runs in a process group of its own, so that neither Ctrl-C nor a crash of the parent
// leaves a server behind.
//
// First line of stdin: {command, args, directory, env, data?, uid?, gid?}. A later line {keep: path}
// saves a copy of the stopped cluster's data there before the directory goes.
import { spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { chmod, cp, mkdir, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})

const lines = createInterface({ input: process.stdin })
let server
let keep
let directory
let log

async function saveCluster(data) {
  // Concurrent runs may save the same cluster: each writes its own copy, and the first rename wins.
  const partial = `${keep}.${process.pid}`
  await mkdir(dirname(keep), { recursive: true })
  await cp(data, partial, { recursive: true })
  await rm(join(partial, "postmaster.pid"), { force: true })
  await chmod(partial, 0o700)
  await rename(partial, keep).catch(() => rm(partial, { recursive: true, force: true }))
}

function start(config) {
  directory = config.directory
  log = join(directory, "server.log")
  const output = openSync(log, "a")
  server = spawn(config.command, config.args, {
    cwd: directory,
    stdio: ["ignore", output, output],
    env: config.env,
    ...(config.uid === undefined ? {} : { uid: config.uid, gid: config.gid }),
  })
  closeSync(output)
  server.on("error", (error) => {
    process.stderr.write(`${config.command} did not start: ${error.message}\n`)
    void finish(1)
  })
  server.on("exit", async () => {
    if (!stopping) process.stderr.write(readFileSync(log, "utf8").slice(-4_000))
    if (stopping && keep) await saveCluster(config.data)
    await finish(stopping ? 0 : 1)
  })
}

let stopping = false
async function finish(code) {
  if (directory) await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}

lines.on("line", (line) => {
  const message = JSON.parse(line)
  if (message.command) start(message)
  else keep = message.keep
})
lines.on("close", () => {
  stopping = true
  if (!server) void finish(0)
  // SIGINT is a fast shutdown of Postgres and Redis: disconnects clients and keeps the data consistent.
  else server.kill("SIGINT")
})
