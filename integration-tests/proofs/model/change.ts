import type { ApplicationView } from "../../../src/sandbox"
import type { Model } from "./history"
import type { Snapshot } from "./snapshot"

/** Both sides before and after one step. */
export type Change = { before: Snapshot; after: Snapshot; model: Model }

/** Checks one step. A true or non-empty result is a violation. */
export type Rule = (change: Change) => string | boolean | undefined

/** An application before and after a step. */
export type ApplicationChange = { was: ApplicationView | undefined; is: ApplicationView }

export function listApplicationChanges({ before, after }: Change): ApplicationChange[] {
  return after.applications.map((is) => {
    return { is, was: before.applications.find(({ id }) => id === is.id) }
  })
}

/** Create calls whose answer was lost. */
export function countLostCreates({ records }: Snapshot): number {
  const operations = records.flatMap((record) => record.operations)
  return operations.filter(({ kind, lost }) => kind === "create" && lost).length
}

export const hasEnded = ({ status, cancelled, refunded }: ApplicationView): boolean =>
  cancelled || refunded || ["U", "X", "O", "T"].includes(status)
