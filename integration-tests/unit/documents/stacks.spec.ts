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
const findAll = (pattern: RegExp): string[] =>
  workflows.flatMap((text) => [...text.matchAll(pattern)].map(([, group]) => String(group)))

describe("the GitHub workflows", () => {
  it("pin third-party actions to a commit, and name the version", () => {
    const thirdPartyActions = findAll(/uses: (.+)/g).filter((action) => !action.startsWith("./"))
    expect(thirdPartyActions.length).toBeGreaterThan(5)
    const unpinnedActions = thirdPartyActions.filter(
      (action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)
    )
    expect(unpinnedActions).toEqual([])
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
    const stepsWithEnv = Object.values(build?.steps ?? {}).filter(({ env }) => env !== undefined)
    expect(stepsWithEnv).toEqual([])
  })

  it("run only existing npm scripts", () => {
    const scriptNames = Object.keys(manifest.scripts)
    expect(findAll(/npm run ([\w:]+)/g).filter((script) => !scriptNames.includes(script))).toEqual(
      []
    )
  })
})

describe("the test matrix", () => {
  const listPairs = ({ node, medusa, manager }: Cell): string[] => [
    `${node} ${medusa}`,
    `${node} ${manager}`,
    `${medusa} ${manager}`,
  ]

  it.each([1, 2, 3, 4])(
    "covers every pair of Node, Medusa and package manager, with %i Medusa versions",
    (count) => {
      const medusas = Array.from({ length: count }, (_, index) => `2.${21 + index}.0`)
      const versions = { nodes: NODES, medusas, managers: [...MANAGERS] }
      const listCoveredPairs = (cells: Cell[]): string[] =>
        [...new Set(cells.flatMap(listPairs))].sort()
      const allCells = listCells({ ...versions, all: true })
      expect(allCells).toHaveLength(NODES.length * MANAGERS.length * count)
      expect(listCoveredPairs(listCells({ ...versions, all: false }))).toEqual(
        listCoveredPairs(allCells)
      )
    }
  )
})
