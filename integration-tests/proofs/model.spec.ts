import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { contentOfDatabase } from "../store/content-of-database"
import { harness } from "../store/harness"
import { secretsOfTheShop } from "../store/secrets"
import { playHistories, type Tally } from "./model/run-histories"
import { PROOF_PATIENCE, proofOptions, say } from "./proof-options"

const { run } = harness()
const options = proofOptions()

/** Planted into every history: a name and a street that nobody else has. */
const mark = randomBytes(6).toString("hex")
const canary = { firstName: `Canary${mark}`, street: `${mark} Canary Street` }

/** Where a planted secret, or one of the shop's own, was found. */
async function canaryHits(): Promise<string[]> {
  const log = await readFile(run.storeLogFile, "utf8")
  const database = await contentOfDatabase(run.databaseUrl)
  const ours = database.split("\n").filter((row) => row.startsWith("financing_"))
  const secrets = secretsOfTheShop()
  const hits = (sink: string, name: string, words: string[]) =>
    words.filter((word) => sink.includes(word)).map((word) => `${word.slice(0, 6)}… in ${name}`)
  const bearer = [log, database].some((sink) => /bearer\s+[\w.-]{16,}|access_token/i.test(sink))
  return [
    ...hits(log, "the log", [...secrets, ...Object.values(canary)]),
    ...hits(database, "the database", secrets),
    ...hits(ours.join("\n"), "the plugin's tables", Object.values(canary)),
    ...(bearer ? ["a bearer token"] : []),
  ]
}

function summarize(tally: Tally, hits: string[]): void {
  const { histories, seconds, steps, faultsDrawn, faultsHit, crashes, postbacks, failures } = tally
  const modes = Object.entries(postbacks).map(([mode, count]) => `${mode} ${count}`)
  say(
    [
      `Model: ${histories} histories from seed ${options.seed} in ${Math.round(seconds)} s, ${(histories / seconds).toFixed(2)} per second`,
      `  ${steps} steps, ${faultsDrawn} faults drawn, ${faultsHit} hit, ${crashes} crashes`,
      `  postbacks: ${modes.join(", ")}`,
      `  ${failures.length} violations, ${hits.length} canary hits`,
    ].join("\n")
  )
}

describe("Random histories of shoppers, merchants, postbacks, portal, faults and crashes", () => {
  it(
    "end in agreement, or a person was told (I1–I10, I12)",
    async () => {
      const tally = await playHistories(options, canary)
      const hits = await canaryHits()
      summarize(tally, hits)
      expect(hits).toEqual([])
      const seeds = tally.failures.map(({ seed }) => seed)
      expect(seeds.map((seed) => `npm run simulate -- --runs 1 --seed ${seed}`)).toEqual([])
    },
    PROOF_PATIENCE
  )
})
