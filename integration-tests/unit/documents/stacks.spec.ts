import manifest from "../../../package.json"
import { type Cell, cellsOf, MANAGERS, NODES } from "../../../tooling/matrix/cells"
import { filesUnder, read } from "./documents"

const workflows = filesUnder(".github/workflows", ".yml").map(read)

/** What stands behind a word of the workflows, wherever it stands. */
const all = (pattern: RegExp): string[] =>
  workflows.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => String(found)))

describe("the workflows of the repository", () => {
  it("take others' actions at one commit each, and say which version that is", () => {
    const foreign = all(/uses: (.+)/g).filter((used) => !used.startsWith("./"))
    expect(foreign.length).toBeGreaterThan(5)
    const loose = foreign.filter((used) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    expect(loose).toEqual([])
  })

  it("run scripts that there are", () => {
    const known = Object.keys(manifest.scripts)
    expect(all(/npm run ([\w:]+)/g).filter((script) => !known.includes(script))).toEqual([])
  })
})

describe("the matrix of stacks", () => {
  const pairsOf = ({ node, medusa, manager }: Cell): string[] => [
    `${node} ${medusa}`,
    `${node} ${manager}`,
    `${medusa} ${manager}`,
  ]

  it.each([1, 2, 3, 4])("lets every two of a kind meet, of %i Medusas", (count) => {
    const medusas = Array.from({ length: count }, (_, index) => `2.${21 + index}.0`)
    const wanted = { nodes: NODES, medusas, managers: [...MANAGERS] }
    const met = (cells: Cell[]): string[] => [...new Set(cells.flatMap(pairsOf))].sort()
    const every = cellsOf({ ...wanted, all: true })
    expect(every).toHaveLength(NODES.length * MANAGERS.length * count)
    expect(met(cellsOf({ ...wanted, all: false }))).toEqual(met(every))
  })
})
