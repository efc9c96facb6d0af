import { spawn } from "node:child_process"
import path from "node:path"
import { buildEnvironment } from "./run-command"
import type { Shop } from "./shop"

export type InstalledSimulator = { url: string; stop: () => Promise<void> }

/** Starts the simulator with the installed package's command. @throws Error with its output when it ends early */
export async function startInstalledSimulator(shop: Shop): Promise<InstalledSimulator> {
  const isWindows = process.platform === "win32"
  const command = `medusa-payment-consumer-financing${isWindows ? ".cmd" : ""}`
  const child = spawn(
    path.join(shop.directory, "node_modules", ".bin", command),
    ["sandbox", "--quiet", "--port", "0"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: buildEnvironment(shop.node),
      shell: isWindows,
    }
  )
  let output = ""
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /listens on (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    child.once("error", reject)
    child.once("close", () => reject(new Error(`The simulator ended:\n${output}`)))
  })
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    },
  }
}
