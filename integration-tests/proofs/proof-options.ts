/** How long a proof runs. Without an option on the command line: the slice that every run takes. */
export type ProofOptions = {
  /** Draws everything that is drawn; the same seed draws the same. */
  seed: number
  /** Random histories of the model. */
  runs: number
  /** Races of every kind between two processes. */
  trials: number
  /** Odd bodies for each endpoint's parser. */
  bodies: number
  /** The number of the first of them, from 1: a body that failed is drawn again by its number. */
  from: number
  /** How long the storm over several servers lasts. */
  minutes: number
  /** Every case there is, not only those that move money. */
  all: boolean
  /** Only the cases whose name contains this; every one when it is empty. */
  only: string
}

/** `npm run simulate…` hands its options on under this name, as JSON. */
export const PROOF_OPTIONS = "PROOF_OPTIONS"

const SLICE: ProofOptions = {
  seed: 1,
  runs: 24,
  trials: 3,
  bodies: 500,
  from: 1,
  minutes: 1,
  all: false,
  only: "",
}

export function proofOptions(): ProofOptions {
  const wished = JSON.parse(process.env[PROOF_OPTIONS] ?? "{}") as Partial<ProofOptions>
  return { ...SLICE, ...wished }
}

/** Milliseconds: a proof ends when it is through, or when it is stopped. */
export const PROOF_PATIENCE = 24 * 3600 * 1000

/** Prints a line about a long proof, past jest, which would add where it came from. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
