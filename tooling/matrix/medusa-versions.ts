import { npmScript, ROOT } from "../paths"
import { runScript } from "../run-command"

/** The oldest supported version, and the one that all other tests use. */
const NAMED = ["2.21.0", "2.21.2"]

export type Medusas = {
  /** The pinned versions and the latest release, oldest first. */
  stable: string[]
  /** A prerelease after the latest release, if there is one. */
  preview: string | undefined
}

async function view<T>(...what: string[]): Promise<T> {
  const args = ["view", ...what, "--json"]
  return JSON.parse(await runScript({ script: npmScript(), args, cwd: ROOT })) as T
}

const partsOf = (version: string): number[] => (version.split("-")[0] ?? "").split(".").map(Number)

function isLater(version: string, than: string): boolean {
  const [before, after] = [partsOf(than), partsOf(version)]
  const first = after.findIndex((part, index) => part !== before[index])
  return first >= 0 && (after[first] ?? 0) > (before[first] ?? 0)
}

/** Reads Medusa's versions from the npm registry. */
export async function publishedMedusas(): Promise<Medusas> {
  const { latest } = await view<{ latest: string }>("@medusajs/medusa", "dist-tags")
  const versions = await view<string[]>("@medusajs/medusa", "versions")
  const previews = versions.filter((one) => one.includes("-") && isLater(one, latest))
  return { stable: [...new Set([...NAMED, latest])], preview: previews.at(-1) }
}

/** Returns a package's version for a Medusa version. Previews omit unchanged packages: uses their latest release. */
export async function versionOf(name: string, medusa: string): Promise<string> {
  if (!medusa.includes("-")) return medusa
  return await view<string>(`${name}@${medusa}`, "version").catch(() => "latest")
}

/** Lists the dashboard's dependencies that a project has to name under pnpm's strict node_modules. */
export async function partsOfDashboard(medusa: string): Promise<Record<string, string>> {
  const named = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]
  const parts = await view<Record<string, string>>(`@medusajs/dashboard@${medusa}`, "dependencies")
  return Object.fromEntries(named.map((name) => [name, parts[name] ?? "*"]))
}
