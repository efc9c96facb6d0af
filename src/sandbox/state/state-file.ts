import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseState, restoreState, stateOf } from "./saved-state"
import type { World } from "./world"

/** Keeps a simulator's applications in a file. */
export interface StateFile {
  /** Writes what has changed since. */
  save(): void
  /** Writes what has changed since, once more. */
  close(): void
}

/** For what happens without a call: decisions and funding that take their time. */
const EVERY_MS = 500

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Whoever reads the file meets the old state or the new one, never a half of one. */
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
 * Takes up what a file holds, if it is there, and writes every change to it from then on.
 *
 * @throws when the file can be neither read nor written
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
