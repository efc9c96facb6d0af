import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { gzipAsync } from "@gfx/zopfli"
import { create, extract } from "tar"
import { contentHash } from "./content-hash"
import { CACHE, MEDUSA_CLI, npmScript, ROOT } from "./paths"
import type { Progress } from "./progress"
import { runScript } from "./run-command"

/** The plugin as a shop gets it. `hash` changes when anything that runs in a shop does. */
export type PluginPackage = { tarball: string; hash: string }

/** What the build goes on with. */
const AFTERWARDS = [
  "tooling/trim-build.mjs",
  "tooling/build-storefront.mjs",
  "tooling/one-statement-a-line.mjs",
]
const FINISH = "tooling/finish-package.mjs"

/** What is built. */
const CODE = ["src", "package.json", "tsconfig.json"]

/** What is packed beside it. */
const PAGES = ["docs", "medusa-config.example.ts", "README.md", "LICENSE"]

async function packedIn(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch(() => [])
  const tarball = names.find((name) => name.endsWith(".tgz"))
  return tarball && path.join(directory, tarball)
}

/** A private copy of the sources, inside the repository so that its packages are in reach. */
export async function stageSources(): Promise<string> {
  await mkdir(CACHE, { recursive: true })
  const stage = await mkdtemp(path.join(CACHE, "build-"))
  for (const name of [...CODE, ...PAGES]) {
    const options = { recursive: true }
    await cp(path.join(ROOT, name), path.join(stage, name), options).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error
      }
    )
  }
  return stage
}

/** Puts what the compiler makes of the sources into a stage, or what it made of the very same before. */
async function build(stage: string, hash: string): Promise<void> {
  const built = path.join(CACHE, "built", hash)
  const output = path.join(stage, ".medusa")
  const isThere = await cp(built, output, { recursive: true }).then(
    () => true,
    () => false
  )
  if (isThere) return
  await runScript({ script: MEDUSA_CLI, args: ["plugin:build"], cwd: stage })
  for (const script of AFTERWARDS.slice(0, 2)) {
    await runScript({ script: path.join(ROOT, script), args: [stage], cwd: stage })
  }
  await cp(output, `${stage}.built`, { recursive: true })
  await moveTo(`${stage}.built`, built)
}

/** Somebody else may have made the same meanwhile: theirs is as good as ours. */
async function moveTo(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  await rename(from, to).catch(() => rm(from, { recursive: true, force: true }))
}

/** Declarations resemble each other more than the code beside them, and so do the files of one folder. */
const orderOf = (name: string) => `${/\.d\.m?ts$/.test(name) ? 0 : 1}${name}`

/**
 * Packs npm's files again, in an order that compresses better than npm's, by extension, and with a slower search for
 * repetitions (Zopfli) than gzip's own. What comes out is an ordinary gzip file.
 */
async function packSmaller(tarball: string, destination: string): Promise<void> {
  const cwd = `${tarball}.files`
  await mkdir(cwd)
  await extract({ file: tarball, cwd })
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(cwd, path.join(entry.parentPath, entry.name)))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const mtime = new Date("1985-10-26T08:15:00Z")
  const archive = await create({ cwd, portable: true, mtime }, files).concat()
  const packed = await gzipAsync(archive, { numiterations: 1 })
  await writeFile(path.join(destination, path.basename(tarball)), packed)
}

/**
 * Builds the plugin and packs it, unless these very sources were packed before. A change of the pages alone
 * is packed with the build that is there.
 *
 * It is built in a copy: two runs at once do not meet, and the build of the working tree, if
 * there is one, stays as it is.
 *
 * @throws Error with the compiler's complaints
 */
export async function packPlugin(progress: Progress): Promise<PluginPackage> {
  const hash = await contentHash(ROOT, [...CODE, ...AFTERWARDS])
  const home = path.join(CACHE, "plugin", hash, await contentHash(ROOT, [...PAGES, FINISH]))
  const existing = await packedIn(home)
  if (existing) return { tarball: existing, hash }
  const stage = await stageSources()
  try {
    await progress("Building the plugin", () => build(stage, hash))
    await progress("Packing the plugin", async () => {
      await runScript({ script: path.join(ROOT, FINISH), args: [stage], cwd: stage })
      await runScript({ script: npmScript(), args: ["pack", "--ignore-scripts"], cwd: stage })
    })
    const packed = await packedIn(stage)
    if (!packed) throw new Error("npm pack left no tarball behind")
    const ready = `${stage}.packed`
    await mkdir(ready)
    await packSmaller(packed, ready)
    await moveTo(ready, home)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  const tarball = await packedIn(home)
  if (!tarball) throw new Error(`There is no tarball in ${home}`)
  return { tarball, hash }
}

/** Unpacks the tarball where a package manager would put it. */
export async function unpackPlugin(tarball: string, destination: string): Promise<void> {
  await rm(destination, { recursive: true, force: true })
  await mkdir(destination, { recursive: true })
  await extract({ file: tarball, cwd: destination, strip: 1 })
}
