import { availableParallelism, totalmem } from "node:os"
import { Command } from "commander"
import { startPostgres } from "./embedded-postgres"
import {
  type Cell,
  listCells,
  type Manager,
  MANAGERS,
  NODES,
  listPreviewCells,
} from "./matrix/cells"
import { getMedusaVersions } from "./matrix/medusa-versions"
import { STEPS, type CellResult, testCell } from "./matrix/test-cell"
import { packPlugin } from "./plugin-package"
import { consoleProgress } from "./progress"

type MatrixOptions = {
  node?: string[]
  medusa?: string[]
  manager?: Manager[]
  all?: boolean
  only?: string[]
  list?: boolean
}

const formatTitle = ({ node, medusa, manager }: Cell): string =>
  `Node ${node}, Medusa ${medusa}, ${manager}`

/** Formats one row of the table. A failing preview of Medusa is allowed. */
function formatRow(tried: CellResult, preview: string | undefined): string[] {
  const { cell, versions, seconds, failure } = tried
  const isPreview = cell.medusa === preview
  const steps = STEPS.map((step) => {
    if (failure?.step === step) return "✘"
    return seconds[step] === undefined ? "–" : `${seconds[step]} s`
  })
  const verdict = !failure ? "works" : isPreview ? "fails (a preview: allowed)" : "FAILS"
  return [versions.node, cell.medusa, `${cell.manager} ${versions.manager}`, ...steps, verdict]
}

function formatTable(rows: readonly string[][]): string {
  const head = ["Node", "Medusa", "Installed by", ...STEPS, ""]
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

async function main(given: MatrixOptions): Promise<void> {
  const { stable, preview } = await getMedusaVersions()
  const wanted = {
    nodes: given.node ?? NODES,
    medusas: given.medusa ?? stable,
    managers: given.manager ?? [...MANAGERS],
  }
  const named = listCells({ ...wanted, all: given.all ?? false })
  // A preview is tested in addition to the releases, once for each Node.
  const all = given.medusa || !preview ? named : [...named, ...listPreviewCells(wanted, preview)]
  const cells = given.only ? given.only.flatMap((one) => all[Number(one) - 1] ?? []) : all
  console.log(
    `${cells.length} cells:\n${cells.map((cell, index) => `  ${index + 1} ${formatTitle(cell)}`).join("\n")}`
  )
  if (given.list) return
  const { tarball } = await packPlugin(consoleProgress)
  const postgres = await startPostgres()
  const rows: string[][] = []
  try {
    for (const [index, cell] of cells.entries()) {
      console.log(`\n━━ ${index + 1} of ${cells.length}: ${formatTitle(cell)}`)
      const tried = await testCell(cell, { tarball, postgres, isPreview: cell.medusa === preview })
      if (tried.failure) console.error(`${tried.failure.step}: ${tried.failure.message}`)
      if (tried.failure && cell.medusa !== preview) process.exitCode = 1
      rows.push(formatRow(tried, preview))
      console.log(formatTable(rows.slice(-1)))
    }
  } finally {
    await postgres.stop()
  }
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  console.log(`\n${formatTable(rows)}`)
  console.log(`On ${availableParallelism()} cores with ${gigabytes} GB, ${process.platform}.`)
}

void new Command("matrix")
  .description(
    `Tests the packed plugin on other stacks: installs it in a project outside the repository, migrates
twice, builds, starts, buys, and opens the dashboard's pages. By default, the fewest cells that cover
every pair of Node, Medusa and package manager.`
  )
  .option("--node <versions...>", `default: ${NODES.join(", ")}; any version of npm's package node`)
  .option(
    "--medusa <versions...>",
    "default: 2.21.0, 2.21.2, the latest, and a preview of the next"
  )
  .option("--manager <names...>", MANAGERS.join(", "))
  .option("--all", "every combination")
  .option("--only <numbers...>", "only these cells, by their numbers in the list")
  .option("--list", "list the cells and exit")
  .action(main)
  .parseAsync()
