type Mutant = { status: string }

/** Of Stryker's report only what is counted. */
export type MutationReport = { files: Record<string, { mutants: Mutant[] }> }

export type Score = { room: string; noticed: number; all: number; score: number }

const NOTICED = ["Killed", "Timeout"]
const UNNOTICED = ["Survived", "NoCoverage"]

/** One score for each room and one for everything, in per cent of the mutants that can be judged. */
export function scoresOf({ files }: MutationReport): Score[] {
  const byRoom = new Map<string, Mutant[]>()
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const room of [roomOf(file), "everything"]) {
      byRoom.set(room, [...(byRoom.get(room) ?? []), ...mutants])
    }
  }
  const scores = [...byRoom].map(([room, mutants]) => scoreOf(room, mutants))
  return scores.sort((one, other) => Number(one.room > other.room) - 0.5)
}

function roomOf(file: string): string {
  const room = file.split("/")[1] ?? file
  return room === "modules" ? "journal" : room
}

function scoreOf(room: string, mutants: Mutant[]): Score {
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length
  const all = noticed + mutants.filter(({ status }) => UNNOTICED.includes(status)).length
  return { room, noticed, all, score: all === 0 ? 100 : (100 * noticed) / all }
}

export function describeScores(scores: readonly Score[], lowest: number): string {
  const lines = scores.map(({ room, noticed, all, score }) => {
    const sign = score < lowest ? "✘" : "✔"
    return `${sign} ${room}: ${score.toFixed(2)} % (${noticed} of ${all} mutants noticed)`
  })
  const advice = scores.some(({ score }) => score < lowest)
    ? [`Below ${lowest} %: the list above says what no test notices, line by line.`]
    : []
  return ["Mutation score", ...lines, ...advice].join("\n")
}
