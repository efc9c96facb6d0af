/** One tested combination of Node, Medusa and package manager. */
export type Cell = { node: string; medusa: string; manager: Manager }

export const MANAGERS = ["npm", "pnpm", "yarn"] as const
export type Manager = (typeof MANAGERS)[number]

export const NODES = ["20.19", "22", "24"]

export type CellOptions = { nodes: string[]; medusas: string[]; managers: Manager[]; all: boolean }

/** Lists every combination with `all`; otherwise a Latin square that covers every pair of values. */
export function listCells({ nodes, medusas, managers, all }: CellOptions): Cell[] {
  const side = all ? 1 : Math.min(nodes.length, medusas.length, managers.length)
  return nodes.flatMap((node, row) =>
    managers.flatMap((manager, column) =>
      medusas
        .filter((_, index) => index % side === (row + column) % side)
        .map((medusa) => ({ node, medusa, manager }))
    )
  )
}

/** Lists one Medusa on each Node, each with a different package manager. */
export function listPreviewCells(
  { nodes, managers }: Omit<CellOptions, "all">,
  medusa: string
): Cell[] {
  return nodes.flatMap((node, row) => {
    const manager = managers[row]
    return manager ? [{ node, medusa, manager }] : []
  })
}
