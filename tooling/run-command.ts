import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import path from "node:path"

export type Command = {
  /** A script that Node runs. */
  script: string
  args?: string[]
  cwd: string
  env?: Record<string, string>
  timeoutSeconds?: number
  /** The Node to run it with; this process's by default. */
  node?: string | undefined
}

/** Returns this process's environment with that Node first on the PATH. */
export function buildEnvironment(node: string | undefined): NodeJS.ProcessEnv {
  if (!node) return process.env
  const places = [path.dirname(node), process.env.PATH ?? ""]
  return { ...process.env, PATH: places.join(path.delimiter) }
}

const children = new Set<ChildProcess>()
let isEnding = false

/** Kills all running commands and prevents new ones, for an interrupted run. */
export function killRunningCommands(): void {
  isEnding = true
  for (const child of children) child.kill("SIGKILL")
}

/**
 * Runs a Node script and waits for it.
 * @returns its output
 * @throws Error with the end of its output when it fails or times out
 */
export async function runScript({ script, args = [], cwd, ...rest }: Command): Promise<string> {
  if (isEnding) throw new Error(`${script} was not started: the run is being interrupted.`)
  const { env, timeoutSeconds = 600, node } = rest
  const child = spawn(node ?? process.execPath, [script, ...args], {
    cwd,
    env: { ...buildEnvironment(node), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutSeconds * 1_000,
    killSignal: "SIGKILL",
  })
  children.add(child)
  let output = ""
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on("data", collect)
  child.stderr.on("data", collect)
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(error.message))
    child.on("close", (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(signal ? `ended by ${signal}` : `exit code ${String(code)}`)
    })
  })
  children.delete(child)
  if (failure !== undefined) {
    const command = [script, ...args].join(" ")
    throw new Error(`${command}: ${failure}\n${output.slice(-6_000)}`)
  }
  return output
}
