import { mkdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { minify } from "@swc/core"
import manifest from "../../package.json"
import { CACHE, PACKAGE_NAME } from "../../tooling/paths"
import { packPlugin, unpackPlugin } from "../../tooling/plugin-package"
import { consoleProgress as progress } from "../../tooling/progress"
import { runScript } from "../../tooling/run-command"
import { readPackedFile } from "./packed-files"

const MINUTE_MS = 60_000
const BUILD_DIRECTORY = ".medusa/server/src/storefront"
const KB = 1024

/** Bytes over the wire, without peers, as a storefront's own bundler would send it. */
async function measureSize(tarball: string, entry: string): Promise<number> {
  const text = await readPackedFile(tarball, `${BUILD_DIRECTORY}/${entry}.mjs`)
  const { code } = await minify(text, { module: true, compress: true, mangle: true })
  return gzipSync(code, { level: 9 }).byteLength
}

describe("the storefront kit in the tarball", () => {
  let tarball: string
  beforeAll(async () => {
    tarball = (await packPlugin(progress)).tarball
  }, 10 * MINUTE_MS)

  it.each([
    ["index", 3],
    ["server", 3],
    ["react", 20],
    ["form", 20],
  ])("keeps %s within %d kB, minified and gzipped", async (entry, limit) => {
    const size = await measureSize(tarball, entry)
    console.log(`storefront/${entry}: ${(size / KB).toFixed(2)} kB of ${limit} kB, gzipped`)
    expect(size).toBeGreaterThan(500)
    expect(size).toBeLessThanOrEqual(limit * KB)
  })

  it("keeps react and form together within 20 kB", async () => {
    const [reactSize, formSize] = [
      await measureSize(tarball, "react"),
      await measureSize(tarball, "form"),
    ]
    expect(reactSize + formSize).toBeLessThanOrEqual(20 * KB)
  })

  it.each<[string, string[]]>([
    ["index", []],
    ["server", []],
    ["react", ["react", "react/jsx-runtime"]],
    ["form", ["./react.mjs", "react", "react-hook-form", "react/jsx-runtime"]],
  ])("imports only peer dependencies and its own parts: %s", async (entry, expected) => {
    const text = await readPackedFile(tarball, `${BUILD_DIRECTORY}/${entry}.mjs`)
    const imported = [...text.matchAll(/^import\b.*?from ?"([^"]+)"/gm)].map(([, from]) => from)
    expect([...new Set(imported)].sort()).toEqual(expected)
  })

  it("marks react and form as client modules, and index not", async () => {
    expect(await readPackedFile(tarball, `${BUILD_DIRECTORY}/react.mjs`)).toMatch(/^"use client";/)
    expect(await readPackedFile(tarball, `${BUILD_DIRECTORY}/form.mjs`)).toMatch(/^"use client";/)
    expect(await readPackedFile(tarball, `${BUILD_DIRECTORY}/index.mjs`)).not.toContain(
      "use client"
    )
  })

  it("declares side effects only for the dashboard's bundle and the style sheet", () => {
    expect(manifest.sideEffects).toEqual([
      "./.medusa/server/src/admin/*",
      `./${BUILD_DIRECTORY}/styles.css`,
    ])
  })

  it("exports the same names by import and by require in Node", async () => {
    const folder = path.join(CACHE, `kit-${process.pid}`)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, "package.json"), "{}")
    try {
      await unpackPlugin(tarball, path.join(folder, "node_modules", PACKAGE_NAME))
      for (const entryPoint of [
        "storefront",
        "storefront/server",
        "storefront/react",
        "storefront/form",
      ]) {
        const script = `
          const required = require("${PACKAGE_NAME}/${entryPoint}")
          import("${PACKAGE_NAME}/${entryPoint}").then((imported) => {
            const names = (all) => Object.keys(all).filter((one) => one !== "default").sort()
            if (names(required).join() !== names(imported).join()) throw new Error("They differ")
            console.log(names(imported).length)
          })`
        const output = await runScript({ script: "-e", args: [script], cwd: folder })
        expect(Number(output)).toBeGreaterThan(1)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
