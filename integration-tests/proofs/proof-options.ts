/** Options that size a proof. The defaults are the slice that every test run includes. */
export type ProofOptions = {
  /** Seed of every random choice. */
  seed: number
  /** Number of random histories of the model. */
  runs: number
  /** Number of races of each kind between two processes. */
  trials: number
  /** Number of malformed bodies for each endpoint's parser. */
  bodies: number
  /** Number of the first body, from 1; set it to repeat a failed body. */
  from: number
  /** Duration of the storm test in minutes. */
  minutes: number
  /** Runs every case instead of the default slice. */
  all: boolean
  /** Runs only cases whose name contains this text; an empty text selects all. */
  only: string
}

/** Environment variable in which `npm run simulate…` passes its options as JSON. */
export const PROOF_OPTIONS = "PROOF_OPTIONS"

const DEFAULT_OPTIONS: ProofOptions = {
  seed: 1,
  runs: 24,
  trials: 3,
  bodies: 500,
  from: 1,
  minutes: 1,
  all: false,
  only: "",
}

/** Reads the options of this run from the environment. */
export function readProofOptions(): ProofOptions {
  const overrides = JSON.parse(process.env[PROOF_OPTIONS] ?? "{}") as Partial<ProofOptions>
  return { ...DEFAULT_OPTIONS, ...overrides }
}

/** Jest timeout of a proof in milliseconds: long enough that only completion or an interrupt ends it. */
export const PROOF_TIMEOUT_MS = 24 * 3600 * 1000

/** Prints a progress line directly to stdout; Jest's console adds a stack location. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
