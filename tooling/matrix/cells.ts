/** A way to run a shop: which Node, which Medusa, and which program installed it. */
export type Cell = { node: string; medusa: string; manager: Manager }

export const MANAGERS = ["npm", "pnpm", "yarn"] as const
export type Manager = (typeof MANAGERS)[number]

export const NODES = ["20.19", "22", "24"]

export type Wanted = { nodes: string[]; medusas: string[]; managers: Manager[]; all: boolean }

/**
 * Every combination with `all`; otherwise a Latin square, in which every two of a kind meet: each Node
 * meets each Medusa and each package manager, and each Medusa each package manager.
 */
export function cellsOf({ nodes, medusas, managers, all }: Wanted): Cell[] {
  const side = all ? 1 : Math.min(nodes.length, medusas.length, managers.length)
  return nodes.flatMap((node, row) =>
    managers.flatMap((manager, column) =>
      medusas
        .filter((_, index) => index % side === (row + column) % side)
        .map((medusa) => ({ node, medusa, manager }))
    )
  )
}

/** One Medusa on each Node, as far as there is a package manager for each. */
export function onceEach({ nodes, managers }: Omit<Wanted, "all">, medusa: string): Cell[] {
  return nodes.flatMap((node, row) => {
    const manager = managers[row]
    return manager ? [{ node, medusa, manager }] : []
  })
}
