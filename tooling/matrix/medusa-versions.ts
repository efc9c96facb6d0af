import { getNpmScript, ROOT } from "../paths"
import { runScript } from "../run-command"

/** The oldest supported version, and the one that all other tests use. */
const PINNED_VERSIONS = ["2.21.0", "2.21.2"]

export type MedusaVersions = {
  /** The pinned versions and the latest release, oldest first. */
  stable: string[]
  /** A prerelease after the latest release, if there is one. */
  preview: string | undefined
}

async function readRegistry<T>(...packageFields: string[]): Promise<T> {
  const args = ["view", ...packageFields, "--json"]
  return JSON.parse(await runScript({ script: getNpmScript(), args, cwd: ROOT })) as T
}

const parseVersion = (version: string): number[] =>
  (version.split("-")[0] ?? "").split(".").map(Number)

function isLater(version: string, than: string): boolean {
  const [before, after] = [parseVersion(than), parseVersion(version)]
  const first = after.findIndex((part, index) => part !== before[index])
  return first >= 0 && (after[first] ?? 0) > (before[first] ?? 0)
}

/** Reads Medusa's versions from the npm registry. */
export async function getMedusaVersions(): Promise<MedusaVersions> {
  const { latest } = await readRegistry<{ latest: string }>("@medusajs/medusa", "dist-tags")
  const versions = await readRegistry<string[]>("@medusajs/medusa", "versions")
  const previews = versions.filter((version) => version.includes("-") && isLater(version, latest))
  return { stable: [...new Set([...PINNED_VERSIONS, latest])], preview: previews.at(-1) }
}

/** Returns a package's version for a Medusa version. Previews omit unchanged packages: uses their latest release. */
export async function getPackageVersion(name: string, medusa: string): Promise<string> {
  if (!medusa.includes("-")) return medusa
  return await readRegistry<string>(`${name}@${medusa}`, "version").catch(() => "latest")
}

/** Lists the dashboard's dependencies that a project has to name under pnpm's strict node_modules. */
export async function getDashboardDependencies(medusa: string): Promise<Record<string, string>> {
  const named = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]
  const parts = await readRegistry<Record<string, string>>(
    `@medusajs/dashboard@${medusa}`,
    "dependencies"
  )
  return Object.fromEntries(named.map((name) => [name, parts[name] ?? "*"]))
}
