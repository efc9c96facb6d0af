import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { MEDUSA_PACKAGES, newProject } from "../new-project"
import { PACKAGE_NAME } from "../paths"
import { copyTemplate } from "../shop"
import type { Cell } from "./cells"
import { partsOfDashboard, versionOf } from "./medusa-versions"

/** The official starter is installed strictly, and names whatever Medusa looks up from the project, too. */
const NAMED_BY_STARTER = [
  "@medusajs/admin-shared",
  "@medusajs/caching",
  "@medusajs/dashboard",
  "@medusajs/draft-order",
]

export type LaidOut = {
  /** Where the package manager is run. */
  root: string
  /** The Medusa project. */
  directory: string
}

type Packages = Record<string, string>

async function writeManifest(directory: string, contents: object): Promise<void> {
  const project = { version: "0.0.0", private: true, ...contents }
  await writeFile(path.join(directory, "package.json"), JSON.stringify(project, null, 2))
}

/** A Medusa project with these packages, as our shop is. */
export async function layOutProject(directory: string, dependencies: Packages): Promise<void> {
  await mkdir(directory, { recursive: true })
  await copyTemplate(directory)
  // It is for specs that read spans, and needs packages of its own.
  await rm(path.join(directory, "instrumentation.ts"))
  const { devDependencies } = newProject()
  await writeManifest(directory, { name: "shop", dependencies, devDependencies })
}

/** The official starter's: a workspace whose applications name every package that they use themselves. */
async function layOutWorkspace(root: string, dependencies: Packages): Promise<string> {
  const directory = path.join(root, "apps", "backend")
  await layOutProject(directory, dependencies)
  await writeManifest(root, { name: "starter" })
  await writeFile(path.join(root, ".npmrc"), "auto-install-peers=true\n")
  await writeFile(path.join(root, "pnpm-workspace.yaml"), 'packages:\n  - "apps/*"\n')
  return directory
}

/** Writes a Medusa project with the tarball among its packages, as its package manager wants it. */
export async function layOut(root: string, cell: Cell, tarball: string): Promise<LaidOut> {
  const { medusa, manager } = cell
  const packed = path.join(root, "plugin.tgz")
  await cp(tarball, packed)
  const dependencies: Packages = { [PACKAGE_NAME]: `file:${packed}` }
  for (const name of [...MEDUSA_PACKAGES, ...(manager === "pnpm" ? NAMED_BY_STARTER : [])]) {
    dependencies[name] = await versionOf(name, medusa)
  }
  if (manager === "pnpm") {
    const parts = await partsOfDashboard(medusa)
    return { root, directory: await layOutWorkspace(root, { ...dependencies, ...parts }) }
  }
  await layOutProject(root, dependencies)
  if (manager === "yarn") {
    // Medusa looks for its packages in folders, as everybody with Yarn 4 has to tell it.
    await writeFile(path.join(root, ".yarnrc.yml"), "nodeLinker: node-modules\n")
    await writeFile(path.join(root, "yarn.lock"), "")
  }
  return { root, directory: root }
}
