import { existsSync } from "node:fs"
import path from "node:path"
import { APPLICATION_STATES } from "../../../src/domain/application-state"
import { REVIEW_CAUSES } from "../../../src/domain/review-causes"
import { REVIEW_ACTIONS, RESOLVED_BY } from "../../../src/domain/review-actions"
import { STATUS_CODES } from "../../../src/domain/status-codes"
import { DEFAULT_SCHEDULE } from "../../../src/domain/check-schedule"
import { ENDPOINTS, type EndpointName } from "../../../src/financing-api"
import { HAPPENINGS } from "../../../src/modules/consumer-financing/events"
import { PATH_PREFIX, STAGING_CREDENTIALS } from "../../../src/sandbox/credentials"
import { SAMPLE_ANSWERS } from "../fuzz/sample-answers"
import { listOptionGroups, replaceConfigurationTables } from "../../../tooling/configuration-tables"
import {
  listDocuments,
  listFiles,
  readRepositoryFile,
  ROOT,
  readTableRows,
  readSourceText,
  findCodeWords,
} from "./documents"

const install = readRepositoryFile("docs/install.md")
const configuration = readRepositoryFile("docs/configuration.md")
const operations = readRepositoryFile("docs/operations.md")

/** The steps of a schedule, as docs/configuration.md lists them. */
function parseScheduleSteps(text: string): object[] {
  const matches = text.matchAll(/\{ everySeconds: ([\d_]+), forSeconds: ([\d_]+) \}/g)
  const parseSeconds = (digits = "") => Number(digits.replaceAll("_", ""))
  return [...matches].map(([, interval, duration]) => ({
    everySeconds: parseSeconds(interval),
    forSeconds: parseSeconds(duration),
  }))
}

describe("the documents", () => {
  it("list the options as in the schema (npm run configuration regenerates the tables)", () => {
    const removeAlignment = (text: string) =>
      text.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---")
    expect(removeAlignment(configuration)).toBe(
      removeAlignment(replaceConfigurationTables(configuration))
    )
  })

  it("describe every option", () => {
    const rows = listOptionGroups().flatMap((group) => group.rows)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ schema }) => !schema.description).map(({ name }) => name)).toEqual([])
  })

  it("show the default schedule of status checks", () => {
    expect(parseScheduleSteps(configuration)).toEqual(DEFAULT_SCHEDULE)
  })

  it("name only existing files in docs/assumptions.md", () => {
    const namedFiles = findCodeWords(readRepositoryFile("docs/assumptions.md")).filter((word) =>
      /\/[\w.-]+\.ts$/.test(word)
    )
    expect(namedFiles.length).toBeGreaterThan(15)
    const files = [...listFiles("src", ".ts"), ...listFiles("integration-tests", ".ts")]
    const fileExists = (word: string) => {
      const [start = "", end] = word.split("…")
      return files.some((file) =>
        [start, `src/${start}`].some((prefix) =>
          end === undefined ? file === prefix : file.startsWith(prefix) && file.endsWith(end)
        )
      )
    }
    expect(namedFiles.filter((word) => !fileExists(word))).toEqual([])
  })

  it("list in docs/client.md every field that the client drops", () => {
    const rows = readTableRows(readRepositoryFile("docs/client.md"), "Fields that the client drops")
    const documented = rows.map(([call, fields]) => [findCodeWords(call)[0], findCodeWords(fields)])
    const droppedFields = Object.entries(SAMPLE_ANSWERS).flatMap(([call, [sample]]) => {
      if (typeof sample !== "object" || sample === null) return []
      const returned: unknown = ENDPOINTS[call as EndpointName].output.parse(sample)
      const omittedNames = Object.keys(sample).filter((name) => !(name in (returned as object)))
      // A creation returns it as `token`.
      const missing = omittedNames.filter((name) => name !== "applicationToken")
      return missing.length > 0 ? [[call, missing]] : []
    })
    expect(documented).toEqual(droppedFields)
  })

  it("list every state of an application", () => {
    const states = readTableRows(operations, "States").map(([word]) => findCodeWords(word)[0])
    expect(states).toEqual(APPLICATION_STATES)
  })

  it("list every review cause with its actions, and every action", () => {
    const rows = readTableRows(operations, "When a person has to decide")
    const causes = rows.slice(0, REVIEW_CAUSES.length)
    expect(causes.map(([cause]) => findCodeWords(cause)[0])).toEqual(REVIEW_CAUSES)
    expect(causes.map(([, , actions]) => findCodeWords(actions))).toEqual(
      Object.values(RESOLVED_BY)
    )
    // Below follow the two header lines of the next table, and its actions.
    const actions = rows.slice(REVIEW_CAUSES.length + 2)
    expect(actions.map(([action]) => findCodeWords(action)[0])).toEqual(REVIEW_ACTIONS)
  })

  it("list every event, and the source emits every event", () => {
    const events = readTableRows(readRepositoryFile("docs/events.md"), "Events").map(
      ([event]) => findCodeWords(event)[0]
    )
    expect([...events].sort()).toEqual([...HAPPENINGS].sort())
    const emittingFiles = listFiles("src", ".ts").filter((file) => !file.endsWith("/events.ts"))
    const source = emittingFiles.map(readRepositoryFile).join("\n")
    expect(HAPPENINGS.filter((event) => !source.includes(`"${event}"`))).toEqual([])
  })

  it("quote only messages that the source contains", () => {
    const source = readSourceText()
    const quotedMessages = readTableRows(operations, "Troubleshooting")
      .map(([sentence = ""]) => /^"(.+)"$/.exec(sentence)?.[1])
      .filter((sentence) => sentence !== undefined)
    expect(quotedMessages.length).toBeGreaterThan(12)
    const fragments = quotedMessages.flatMap((sentence) =>
      sentence.split("…").map((fragment) => fragment.trim())
    )
    expect(fragments.filter((piece) => !source.includes(piece))).toEqual([])
  })

  it("give the simulator's actual credentials", () => {
    const { apiUsername, apiPassword, apiSignature } = STAGING_CREDENTIALS
    expect(install).toContain(
      `FINANCING_STAGING_BASE_URL=http://localhost:4010${PATH_PREFIX.staging}`
    )
    expect(install).toContain(`FINANCING_STAGING_USERNAME=${apiUsername}\n`)
    expect(install).toContain(`FINANCING_STAGING_PASSWORD=${apiPassword}\n`)
    expect(install).toContain(`FINANCING_STAGING_SIGNATURE=${apiSignature}\n`)
  })

  it("configure the plugin like medusa-config.example.ts", () => {
    const example = readRepositoryFile("medusa-config.example.ts")
    const variables = install.match(/process\.env\.\w+/g) ?? []
    expect(variables.length).toBeGreaterThan(7)
    expect(variables.filter((variable) => !example.includes(variable))).toEqual([])
    const lines = ['resolve: "medusa-payment', "dependencies: [", 'id: "default"']
    for (const line of lines)
      expect([install, example].every((text) => text.includes(line))).toBe(true)
  })

  it("list the status codes with the meanings and sources that the code has", () => {
    const rows = readTableRows(readRepositoryFile("docs/assumptions.md"), "Status codes").slice(
      0,
      14
    )
    expect(
      rows.map(([code, meaning, source]) => [findCodeWords(code)[0], meaning, source])
    ).toEqual(
      Object.entries(STATUS_CODES).map(([code, { meaning, source }]) => [code, meaning, source])
    )
  })

  it("index every decision", () => {
    const index = readRepositoryFile("docs/decisions/README.md")
    const decisions = listFiles("docs/decisions", ".md").map((file) => path.basename(file))
    const missing = decisions.filter((name) => name !== "README.md" && !index.includes(`./${name}`))
    expect(missing).toEqual([])
  })

  it.each(listDocuments())("%s has no broken links", (file) => {
    const text = readRepositoryFile(file).replaceAll(/```[\s\S]*?```/g, "")
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => String(link))
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [target = "", anchor] = link.split("#")
      const targetFile = target === "" ? file : path.join(path.dirname(file), target)
      return (
        !existsSync(path.join(ROOT, targetFile)) ||
        (anchor && !hasHeading(readRepositoryFile(targetFile), anchor))
      )
    })
    expect(broken).toEqual([])
  })

  it.each(listDocuments())("%s names only files that exist", (file) => {
    const namedFiles = findCodeWords(
      readRepositoryFile(file).replaceAll(/```[\s\S]*?```/g, "")
    ).filter((word) => /^(src|docs|integration-tests|demo|tooling)\/[\w./-]+$/.test(word))
    // Files for readers to create in their own project.
    const readerFiles = ["review-case", "data"].map((name) => `src/scripts/financing-${name}.ts`)
    const missing = namedFiles.filter((word) => !existsSync(path.join(ROOT, word)))
    expect(missing.filter((word) => ![...readerFiles, "src/financing"].includes(word))).toEqual([])
  })
})

function hasHeading(text: string, anchor: string): boolean {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-")
  )
  return headings.includes(anchor)
}
