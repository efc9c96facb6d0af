import { npmScript, ROOT } from "../paths"
import { runScript } from "../run-command"

/** The oldest that the package takes, and the one that everything else is tested with. */
const NAMED = ["2.21.0", "2.21.2"]

export type Medusas = {
  /** Oldest first: the named ones, and the newest that was published. */
  stable: string[]
  /** A preview of what comes after it, where there is one. */
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

/** What the registry has. */
export async function publishedMedusas(): Promise<Medusas> {
  const { latest } = await view<{ latest: string }>("@medusajs/medusa", "dist-tags")
  const versions = await view<string[]>("@medusajs/medusa", "versions")
  const previews = versions.filter((one) => one.includes("-") && isLater(one, latest))
  return { stable: [...new Set([...NAMED, latest])], preview: previews.at(-1) }
}

/** A preview may leave out a package that did not change: the newest release of it goes with it, then. */
export async function versionOf(name: string, medusa: string): Promise<string> {
  if (!medusa.includes("-")) return medusa
  return await view<string>(`${name}@${medusa}`, "version").catch(() => "latest")
}

/** What the dashboard of a Medusa is built with, and a project that pnpm installs strictly has to name. */
export async function partsOfDashboard(medusa: string): Promise<Record<string, string>> {
  const named = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]
  const parts = await view<Record<string, string>>(`@medusajs/dashboard@${medusa}`, "dependencies")
  return Object.fromEntries(named.map((name) => [name, parts[name] ?? "*"]))
}
