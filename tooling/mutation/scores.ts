/** Of Stryker's report only what is counted. */
export type MutationReport = { files: Record<string, { mutants: { status: string }[] }> }

/** `percent` of the mutants that can be judged: one that does not compile or start cannot. */
export type Score = { name: string; noticed: number; all: number; percent: number }

const NOTICED = ["Killed", "Timeout"]
const UNNOTICED = ["Survived", "NoCoverage"]

export function scoreOf(name: string, { files }: MutationReport): Score {
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  const all = noticed + mutants.filter(({ status }) => UNNOTICED.includes(status)).length
  return { name, noticed, all, percent: percentOf(noticed, all) }
}

export function total(scores: readonly Score[]): Score {
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0)
  const all = scores.reduce((sum, score) => sum + score.all, 0)
  return { name: "everything", noticed, all, percent: percentOf(noticed, all) }
}

function percentOf(noticed: number, all: number): number {
  return all === 0 ? 0 : (100 * noticed) / all
}

/** A line for each, and what to do about those below `lowest` per cent. */
export function describeScores(scores: readonly Score[], lowest: number): string {
  const lines = scores.map(({ name, noticed, all, percent }) => {
    const sign = percent < lowest ? "✘" : "✔"
    return `${sign} ${name}: ${percent.toFixed(2)} % (${noticed} of ${all} changes noticed)`
  })
  const advice = scores.some(({ percent }) => percent < lowest)
    ? [`Below ${lowest} %: the changes listed above as "Survived" are what no test notices.`]
    : []
  return [...lines, ...advice].join("\n")
}
