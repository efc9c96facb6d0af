import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { MEDUSA_PACKAGES, listProjectPackages } from "../new-project"
import { PACKAGE_NAME } from "../paths"
import { copyTemplate } from "../shop"
import type { Cell } from "./cells"
import { getDashboardDependencies, getPackageVersion } from "./medusa-versions"

/** Packages that Medusa resolves from the project, which pnpm's strict node_modules requires it to name. */
const STARTER_PACKAGES = [
  "@medusajs/admin-shared",
  "@medusajs/caching",
  "@medusajs/dashboard",
  "@medusajs/draft-order",
]

export type ProjectPaths = {
  /** The package manager's working directory. */
  root: string
  /** The Medusa project. */
  directory: string
}

type Packages = Record<string, string>

async function writeManifest(directory: string, contents: object): Promise<void> {
  const project = { version: "0.0.0", private: true, ...contents }
  await writeFile(path.join(directory, "package.json"), JSON.stringify(project, null, 2))
}

/** Writes a Medusa project like the test shop, with these dependencies. */
export async function writeProject(directory: string, dependencies: Packages): Promise<void> {
  await mkdir(directory, { recursive: true })
  await copyTemplate(directory)
  // Only specs that read spans need it, and it needs additional packages.
  await rm(path.join(directory, "instrumentation.ts"))
  const { devDependencies } = listProjectPackages()
  await writeManifest(directory, { name: "shop", dependencies, devDependencies })
}

/** Writes a pnpm workspace like the official starter's. @returns the Medusa project's directory */
async function writeWorkspace(root: string, dependencies: Packages): Promise<string> {
  const directory = path.join(root, "apps", "backend")
  await writeProject(directory, dependencies)
  await writeManifest(root, { name: "starter" })
  await writeFile(path.join(root, ".npmrc"), "auto-install-peers=true\n")
  await writeFile(path.join(root, "pnpm-workspace.yaml"), 'packages:\n  - "apps/*"\n')
  return directory
}

/** Writes a Medusa project that depends on the tarball, in the layout that its package manager needs. */
export async function createProject(
  root: string,
  cell: Cell,
  tarball: string
): Promise<ProjectPaths> {
  const { medusa, manager } = cell
  const packed = path.join(root, "plugin.tgz")
  await cp(tarball, packed)
  const dependencies: Packages = { [PACKAGE_NAME]: `file:${packed}` }
  for (const name of [...MEDUSA_PACKAGES, ...(manager === "pnpm" ? STARTER_PACKAGES : [])]) {
    dependencies[name] = await getPackageVersion(name, medusa)
  }
  if (manager === "pnpm") {
    const parts = await getDashboardDependencies(medusa)
    return { root, directory: await writeWorkspace(root, { ...dependencies, ...parts }) }
  }
  await writeProject(root, dependencies)
  if (manager === "yarn") {
    // Medusa needs node_modules, which is not Yarn 4's default.
    await writeFile(path.join(root, ".yarnrc.yml"), "nodeLinker: node-modules\n")
    await writeFile(path.join(root, "yarn.lock"), "")
  }
  return { root, directory: root }
}
