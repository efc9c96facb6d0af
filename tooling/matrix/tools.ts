import { access, mkdir } from "node:fs/promises"
import path from "node:path"
import { CACHE, getNpmScript } from "../paths"
import { runScript } from "../run-command"
import type { Manager } from "./cells"

/** Returns a file of an npm package, which it installs into the cache if missing. @param spec such as `node@22` */
async function getPackageFile(spec: string, ...file: string[]): Promise<string> {
  const directory = path.join(CACHE, "matrix", spec.replaceAll("/", "+"))
  const name = spec.slice(0, spec.lastIndexOf("@"))
  const wanted = path.join(directory, "node_modules", name, ...file)
  const isInstalled = await access(wanted).then(
    () => true,
    () => false
  )
  if (isInstalled) return wanted
  await mkdir(directory, { recursive: true })
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
  const args = ["install", "--prefix", directory, ...quiet, spec]
  await runScript({ script: getNpmScript(), args, cwd: directory })
  await access(wanted)
  return wanted
}

/** Returns the binary of a Node version, from npm's package `node`. */
export const getNodeBinary = (version: string): Promise<string> =>
  getPackageFile(`node@${version}`, "bin", "node")

/** The official starter's major version. */
const PNPM = "pnpm@10"
const YARN = "@yarnpkg/cli-dist@4"

/** Returns a package manager's script. */
export async function getManagerScript(manager: Manager): Promise<string> {
  if (manager === "pnpm") return await getPackageFile(PNPM, "bin", "pnpm.cjs")
  return manager === "yarn" ? await getPackageFile(YARN, "bin", "yarn.js") : getNpmScript()
}
