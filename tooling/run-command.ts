import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import path from "node:path"

export type Command = {
  /** A script to run, and its arguments. */
  script: string
  args?: string[]
  cwd: string
  env?: Record<string, string>
  timeoutSeconds?: number
  /** The Node to run it with, when it is not this very one. */
  node?: string | undefined
}

/** Our environment, in which that Node is the first that anything finds. */
export function environmentWith(node: string | undefined): NodeJS.ProcessEnv {
  if (!node) return process.env
  const places = [path.dirname(node), process.env.PATH ?? ""]
  return { ...process.env, PATH: places.join(path.delimiter) }
}

const running = new Set<ChildProcess>()
let isEnding = false

/** Ends every command that runs, and lets none begin any more: for a run that is interrupted. */
export function endRunningCommands(): void {
  isEnding = true
  for (const child of running) child.kill("SIGKILL")
}

/**
 * Runs a Node script to its end.
 * @returns everything it printed
 * @throws Error with the end of what it printed, when it fails or takes too long
 */
export async function runScript({ script, args = [], cwd, ...rest }: Command): Promise<string> {
  if (isEnding) throw new Error(`${script} was not started: everything is being ended.`)
  const { env, timeoutSeconds = 600, node } = rest
  const child = spawn(node ?? process.execPath, [script, ...args], {
    cwd,
    env: { ...environmentWith(node), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutSeconds * 1_000,
    killSignal: "SIGKILL",
  })
  running.add(child)
  let output = ""
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on("data", collect)
  child.stderr.on("data", collect)
  const ending = await new Promise<string | undefined>((resolve) => {
    child.on("error", (error) => resolve(error.message))
    child.on("close", (code, signal) => {
      if (code === 0) resolve(undefined)
      else resolve(signal ? `ended by ${signal}` : `exit code ${String(code)}`)
    })
  })
  running.delete(child)
  if (ending !== undefined) {
    const command = [script, ...args].join(" ")
    throw new Error(`${command}: ${ending}\n${output.slice(-6_000)}`)
  }
  return output
}
