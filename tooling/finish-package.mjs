// Makes the package self-contained. Links of its documents to files outside the package (pictures, the source, pages
// for contributors) point to the repository; links between packed files stay relative. Removes scripts and
// devDependencies from package.json.
import { readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, posix } from "node:path"

const stage = process.argv[2]
const manifest = JSON.parse(await readFile(join(stage, "package.json"), "utf8"))
const { files, repository } = manifest
const home = repository.url.replace(/^git\+/, "").replace(/\.git$/, "")
const ALWAYS_PACKED = ["README.md", "LICENSE", "package.json"]
const isPacked = (path) =>
  [...ALWAYS_PACKED, ...files].some((entry) => path === entry || path.startsWith(`${entry}/`))

const names = await readdir(stage, { recursive: true })
const documents = names
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".md") && !name.includes("node_modules/") && isPacked(name))

for (const name of documents) {
  const text = await readFile(join(stage, name), "utf8")
  const pointed = text.replace(/(!?)(\[[^\]]*\])\((\.[^)#\s]*)(#[^)]*)?\)/g, (link, ...parts) => {
    const [picture, label, target, anchor = ""] = parts
    const path = posix.join(dirname(name), target)
    if (isPacked(path)) return link
    const shown = /\.png$/.test(path) ? "raw" : "blob"
    return `${picture}${label}(${home}/${shown}/HEAD/${path}${anchor})`
  })
  await writeFile(join(stage, name), pointed)
}

const published = { ...manifest, scripts: undefined, devDependencies: undefined }
await writeFile(join(stage, "package.json"), `${JSON.stringify(published, null, 2)}\n`)
