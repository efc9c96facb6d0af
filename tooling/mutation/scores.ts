/** The part of Stryker's report that the scores use. */
export type MutationReport = { files: Record<string, { mutants: { status: string }[] }> }

/** `percent` of the valid mutants, without those that do not compile or start. */
export type Score = { name: string; noticed: number; all: number; percent: number }

const DETECTED_STATUSES = ["Killed", "Timeout"]
const UNDETECTED_STATUSES = ["Survived", "NoCoverage"]

export function getScore(name: string, { files }: MutationReport): Score {
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const noticed = mutants.filter(({ status }) => DETECTED_STATUSES.includes(status)).length
  const all = noticed + mutants.filter(({ status }) => UNDETECTED_STATUSES.includes(status)).length
  return { name, noticed, all, percent: getPercent(noticed, all) }
}

export function sumScores(scores: readonly Score[]): Score {
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0)
  const all = scores.reduce((sum, score) => sum + score.all, 0)
  return { name: "everything", noticed, all, percent: getPercent(noticed, all) }
}

function getPercent(noticed: number, all: number): number {
  return all === 0 ? 0 : (100 * noticed) / all
}

/** Formats one line per score, and advice when one is below `lowest` percent. */
export function describeScores(scores: readonly Score[], lowest: number): string {
  const lines = scores.map(({ name, noticed, all, percent }) => {
    const sign = percent < lowest ? "✘" : "✔"
    return `${sign} ${name}: ${percent.toFixed(2)} % (${noticed} of ${all} mutants detected)`
  })
  const advice = scores.some(({ percent }) => percent < lowest)
    ? [`Below ${lowest} %: no test detects the mutants listed above as "Survived".`]
    : []
  return [...lines, ...advice].join("\n")
}
