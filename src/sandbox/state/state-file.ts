import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseState, restoreState, stateOf } from "./saved-state"
import type { World } from "./world"

/** File that persists the applications of a simulator. */
export interface StateFile {
  /** Writes the state if it changed. */
  save(): void
  /** Stops the timer and saves a last time. */
  close(): void
}

/** Interval of saves for changes without a call, such as delayed decisions and funding. */
const EVERY_MS = 500

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Replaces a file atomically. */
function replaceFile(file: string, text: string): void {
  const beside = `${file}.${String(process.pid)}.tmp`
  writeFileSync(beside, text, { mode: 0o600 })
  renameSync(beside, file)
}

function takeUp(world: World, file: string): void {
  const text = readOrNothing(file)
  if (text === undefined) return
  try {
    restoreState(world, parseState(text))
  } catch {
    const aside = `${file}.broken`
    renameSync(file, aside)
    world.say(
      `${file} does not hold the state of a simulator, so nothing is taken up; it is kept as ${aside}.`
    )
    return
  }
  const count = world.applications.all().length
  world.say(`Took up ${String(count)} application${count === 1 ? "" : "s"} from ${file}.`)
}

/**
 * Restores the state of a file, if it exists, and persists later changes to it.
 *
 * @throws when the file cannot be read or written
 */
export function openStateFile(world: World, file: string): StateFile {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  takeUp(world, file)
  let written = ""
  const write = () => {
    const text = JSON.stringify(stateOf(world))
    if (text === written) return
    replaceFile(file, text)
    written = text
  }
  let complained = false
  const save = () => {
    try {
      write()
      complained = false
    } catch (error) {
      if (!complained) world.say(`The state could not be written to ${file}: ${String(error)}`)
      complained = true
    }
  }
  write()
  const timer = setInterval(save, EVERY_MS).unref()
  return {
    save,
    close() {
      clearInterval(timer)
      save()
    },
  }
}
