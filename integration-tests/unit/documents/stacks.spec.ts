import { parse } from "yaml"
import manifest from "../../../package.json"
import { type Cell, listCells, MANAGERS, NODES } from "../../../tooling/matrix/cells"
import { listFiles, readRepositoryFile } from "./documents"

type Job = {
  permissions?: object
  steps: { run?: string; env?: object }[]
}

const workflows = listFiles(".github/workflows", ".yml").map(readRepositoryFile)

/** The first group of every match in the workflows. */
const all = (pattern: RegExp): string[] =>
  workflows.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => String(found)))

describe("the GitHub workflows", () => {
  it("pin third-party actions to a commit, and name the version", () => {
    const foreign = all(/uses: (.+)/g).filter((used) => !used.startsWith("./"))
    expect(foreign.length).toBeGreaterThan(5)
    const loose = foreign.filter((used) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    expect(loose).toEqual([])
  })

  it("build the release without permissions or secrets, and publish it in a separate job", () => {
    const release = readRepositoryFile(".github/workflows/release.yml")
    const { build, publish } = (parse(release) as { jobs: Record<string, Job> }).jobs
    expect(parse(release)).toMatchObject({ permissions: { contents: "read" } })
    expect(build?.permissions).toBeUndefined()
    expect(JSON.stringify(build?.steps)).toContain("npm run pack")
    expect(publish).toMatchObject({ needs: "build", permissions: { "id-token": "write" } })
    const commands = publish?.steps.flatMap(({ run }) => run ?? [])
    expect(commands?.filter((run) => !run.includes("--ignore-scripts"))).toEqual([])
    const withTokens = Object.values(build?.steps ?? {}).filter(({ env }) => env !== undefined)
    expect(withTokens).toEqual([])
  })

  it("run only existing npm scripts", () => {
    const known = Object.keys(manifest.scripts)
    expect(all(/npm run ([\w:]+)/g).filter((script) => !known.includes(script))).toEqual([])
  })
})

describe("the test matrix", () => {
  const pairsOf = ({ node, medusa, manager }: Cell): string[] => [
    `${node} ${medusa}`,
    `${node} ${manager}`,
    `${medusa} ${manager}`,
  ]

  it.each([1, 2, 3, 4])(
    "covers every pair of Node, Medusa and package manager, with %i Medusa versions",
    (count) => {
      const medusas = Array.from({ length: count }, (_, index) => `2.${21 + index}.0`)
      const wanted = { nodes: NODES, medusas, managers: [...MANAGERS] }
      const met = (cells: Cell[]): string[] => [...new Set(cells.flatMap(pairsOf))].sort()
      const every = listCells({ ...wanted, all: true })
      expect(every).toHaveLength(NODES.length * MANAGERS.length * count)
      expect(met(listCells({ ...wanted, all: false }))).toEqual(met(every))
    }
  )
})
