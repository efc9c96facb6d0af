import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseState, restoreState, buildSavedState } from "./saved-state"
import type { SimulatorState } from "./simulator-state"

/** File that persists the applications of a simulator. */
export interface StateFile {
  /** Writes the state if it changed. */
  save(): void
  /** Stops the timer and saves a last time. */
  close(): void
}

/** Interval of saves for changes without a call, such as delayed decisions and funding. */
const SAVE_INTERVAL_MS = 500

function readFileIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Replaces a file atomically. */
function replaceFile(file: string, text: string): void {
  const temporaryFile = `${file}.${String(process.pid)}.tmp`
  writeFileSync(temporaryFile, text, { mode: 0o600 })
  renameSync(temporaryFile, file)
}

function restoreFromFile(simulator: SimulatorState, file: string): void {
  const text = readFileIfExists(file)
  if (text === undefined) return
  try {
    restoreState(simulator, parseState(text))
  } catch {
    const backupFile = `${file}.broken`
    renameSync(file, backupFile)
    simulator.log(
      `${file} does not hold the state of a simulator, so nothing is taken up; it is kept as ${backupFile}.`
    )
    return
  }
  const count = simulator.applications.getAll().length
  simulator.log(`Took up ${String(count)} application${count === 1 ? "" : "s"} from ${file}.`)
}

/**
 * Restores the state of a file, if it exists, and persists later changes to it.
 *
 * @throws when the file cannot be read or written
 */
export function openStateFile(simulator: SimulatorState, file: string): StateFile {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  restoreFromFile(simulator, file)
  let lastWritten = ""
  const write = () => {
    const text = JSON.stringify(buildSavedState(simulator))
    if (text === lastWritten) return
    replaceFile(file, text)
    lastWritten = text
  }
  let isErrorReported = false
  const save = () => {
    try {
      write()
      isErrorReported = false
    } catch (error) {
      if (!isErrorReported)
        simulator.log(`The state could not be written to ${file}: ${String(error)}`)
      isErrorReported = true
    }
  }
  write()
  const timer = setInterval(save, SAVE_INTERVAL_MS).unref()
  return {
    save,
    close() {
      clearInterval(timer)
      save()
    },
  }
}
